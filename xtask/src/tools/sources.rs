//! The machine's own apt sources: the mirror that it already trusts is the one we download from.
//!
//! Both of apt's forms are read (`man 5 sources.list`): deb822 stanzas in `*.sources` and one-line entries in `*.list`.

use std::fmt::Write;
use std::path::Path;

use crate::error::{Error, Result};

/// One archive of binary packages.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub uris: Vec<String>,
    pub suites: Vec<String>,
    pub components: Vec<String>,
    /// The other fields (`Signed-By`, `Trusted`, …) under their deb822 names, values kept as written.
    pub fields: Vec<(String, String)>,
}

/// Every source of this machine.
pub fn read_system(apt: &Path) -> Result<Vec<Source>> {
    let mut files = vec![apt.join("sources.list")];
    if let Ok(folder) = std::fs::read_dir(apt.join("sources.list.d")) {
        files.extend(folder.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.sort();
    let mut sources = Vec::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let extension = file.extension().unwrap_or_default();
        if extension == "sources" || extension == "list" {
            let text = std::fs::read_to_string(file).map_err(Error::file(file))?;
            sources.extend(if extension == "sources" { parse_deb822(&text) } else { parse_one_line(&text) });
        }
    }
    Ok(sources)
}

/// Those of `sources` that hold Debian `codename` itself, its `main` component only, with the backports suite beside the
/// release where `backports` asks for it. Other vendors' archives are left out: nothing of theirs is wanted.
pub fn for_release(sources: &[Source], codename: &str, backports: bool) -> Vec<Source> {
    let backports_suite = format!("{codename}-backports");
    let of_release = |suite: &String| {
        suite.strip_prefix(codename).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '/']))
            && *suite != backports_suite
    };
    let mut chosen = Vec::new();
    for source in sources {
        let mut source = source.clone();
        source.suites.retain(of_release);
        source.components.retain(|component| component == "main");
        if source.suites.is_empty() || source.components.is_empty() {
            continue;
        }
        if backports && source.suites.iter().any(|suite| suite == codename) {
            source.suites.push(backports_suite.clone());
        }
        chosen.push(source);
    }
    chosen
}

/// `sources` as a deb822 file.
pub fn to_deb822(sources: &[Source]) -> String {
    let mut text = String::new();
    for Source { uris, suites, components, fields } in sources {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "Types: deb\nURIs: {}\nSuites: {}\nComponents: {}\n",
            uris.join(" "),
            suites.join(" "),
            components.join(" ")
        );
        for (name, value) in fields {
            let _ = writeln!(text, "{name}: {value}");
        }
        text.push('\n');
    }
    text
}

fn parse_deb822(text: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    let lines = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
    for stanza in lines.split(|line| line.trim().is_empty()) {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in stanza {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    value.push('\n');
                    value.push_str(line);
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_string(), value.trim().to_string()));
            }
        }
        sources.extend(source_of_fields(fields));
    }
    sources
}

fn source_of_fields(mut fields: Vec<(String, String)>) -> Option<Source> {
    let mut take = |name: &str| {
        let index = fields.iter().position(|(field, _)| field.eq_ignore_ascii_case(name))?;
        Some(fields.remove(index).1.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    };
    let types = take("Types")?;
    let enabled = take("Enabled").is_none_or(|value| value.iter().any(|word| !word.eq_ignore_ascii_case("no")));
    let (uris, suites) = (take("URIs")?, take("Suites")?);
    let components = take("Components").unwrap_or_default();
    let wanted = enabled && types.iter().any(|kind| kind == "deb");
    wanted.then_some(Source { uris, suites, components, fields })
}

/// `deb [option=value …] uri suite component…`
fn parse_one_line(text: &str) -> Vec<Source> {
    text.lines().filter_map(parse_entry).collect()
}

fn parse_entry(line: &str) -> Option<Source> {
    let line = line.split('#').next()?.trim();
    let rest = line.strip_prefix("deb")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let (options, rest) = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => ("", rest),
    };
    let fields = options.split_whitespace().filter_map(|option| {
        let (name, value) = option.split_once('=')?;
        let name = match name {
            "arch" => "Architectures",
            "lang" => "Languages",
            "target" => "Targets",
            // The others have the same name in both forms, letter case apart.
            other => other,
        };
        Some((name.to_string(), value.replace(',', " ")))
    });
    let mut words = rest.split_whitespace().map(str::to_string);
    // A CD is in the list of a system installed from one, and seldom in the drive.
    let uri = words.next().filter(|uri| !uri.starts_with("cdrom:"))?;
    Some(Source { uris: vec![uri], suites: vec![words.next()?], fields: fields.collect(), components: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEB822: &str = "\
# comment
Types: deb deb-src
# comment inside
URIs: https://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb-src
URIs: https://mirror.example/debian
Suites: bookworm
Components: main

Types: deb
Enabled: no
URIs: https://off.example/debian
Suites: bookworm
Components: main
";

    #[test]
    fn deb822_keeps_inline_keys_and_drops_disabled_and_source_only_stanzas() {
        let sources = parse_deb822(DEB822);
        assert_eq!(sources.len(), 1);
        assert_eq!(sources[0].suites, ["bookworm", "bookworm-updates"]);
        let written = to_deb822(&sources);
        assert!(written.contains("Signed-By: \n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n"), "{written}");
        assert_eq!(parse_deb822(&written), sources);
    }

    #[test]
    fn one_line_entries_carry_their_options() {
        let sources = parse_one_line(
            "deb [arch=amd64,arm64 signed-by=/k.gpg] http://m.example/debian bookworm main contrib # note\n\
             deb-src http://m.example/debian bookworm main\n#deb http://n.example/ bookworm main\n\
             deb cdrom:[Debian]/ bookworm main\n",
        );
        assert_eq!(sources.len(), 1);
        assert_eq!(sources[0].uris, ["http://m.example/debian"]);
        assert_eq!(sources[0].components, ["main", "contrib"]);
        assert_eq!(
            sources[0].fields,
            [("Architectures".into(), "amd64 arm64".into()), ("signed-by".into(), "/k.gpg".into())]
        );
    }

    #[test]
    fn backports_stand_beside_the_release_and_other_vendors_are_left_out() {
        let sources = parse_one_line(
            "deb http://m.example/debian bookworm main contrib\n\
             deb http://m.example/debian bookworm-backports main\n\
             deb http://s.example/security bookworm-security main\n\
             deb http://vendor.example/ stable main\n",
        );
        let suites = |backports| {
            let chosen = for_release(&sources, "bookworm", backports);
            chosen.into_iter().map(|source| source.suites.join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(suites(true), ["bookworm bookworm-backports", "bookworm-security"]);
        assert_eq!(suites(false), ["bookworm", "bookworm-security"]);
        assert_eq!(for_release(&sources, "bookworm", true)[0].components, ["main"]);
    }
}
