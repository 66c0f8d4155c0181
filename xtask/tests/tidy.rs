//! Rules of the repository that no compiler checks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Crates that may use exactly what the table lists, besides the crate for error types: they must stay free of effects.
const COMPILERS: [&str; 4] = ["meshwork-abi", "meshwork-spirv", "meshwork-passes", "meshwork-rdna2"];
const ERRORS: &str = "thiserror";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace's root")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn architecture() -> String {
    read("ARCHITECTURE.md")
}

/// The cells of the rows of the table below `heading`, without the table's head.
fn table(heading: &str) -> Vec<Vec<String>> {
    let text = architecture();
    let (_, section) = text.split_once(heading).unwrap_or_else(|| panic!("ARCHITECTURE.md has no `{heading}`"));
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows = rows.skip(2).map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect());
    let rows: Vec<Vec<String>> = rows.collect();
    assert!(!rows.is_empty(), "no table below `{heading}`");
    rows
}

/// What stands in backticks.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[derive(Default)]
struct Dependencies {
    workspace: BTreeSet<String>,
    external: BTreeSet<String>,
    /// External ones that only tests and benchmarks use.
    development: BTreeSet<String>,
}

/// Folder of each workspace member, relative to the root, to its name and dependencies.
fn members() -> BTreeMap<String, (String, Dependencies)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages is a list");
    let member = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest.parent().and_then(|folder| folder.strip_prefix(root()).ok()).expect("a folder of ours");
        let mut found = Dependencies::default();
        for dependency in package["dependencies"].as_array().expect("dependencies is a list") {
            let set = match (dependency["source"].is_null(), dependency["kind"].is_null()) {
                (true, true) => &mut found.workspace,
                (false, true) => &mut found.external,
                // Tests may use more of the workspace than the crate does.
                (true, false) => continue,
                (false, false) => &mut found.development,
            };
            set.insert(dependency["name"].as_str().expect("a name").to_string());
        }
        (folder.display().to_string(), (package["name"].as_str().expect("a name").to_string(), found))
    };
    packages.iter().map(member).collect()
}

#[test]
fn crates_use_what_the_table_of_rooms_allows_and_no_more() {
    let members = members();
    let names: BTreeSet<&str> = members.values().map(|(name, _)| name.as_str()).collect();
    let mut in_table = BTreeSet::new();
    for row in table("## Rooms") {
        let folder = row[0].trim_matches('`');
        let (name, actual) =
            members.get(folder).unwrap_or_else(|| panic!("{folder} of the table is no workspace member"));
        in_table.insert(folder.to_string());
        let (mut workspace, mut external) = (BTreeSet::new(), BTreeSet::new());
        for word in row[2].split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match names.get(format!("meshwork-{word}").as_str()) {
                Some(member) => workspace.insert(member.to_string()),
                None => external.insert(word.to_string()),
            };
        }
        assert_eq!(
            actual.workspace, workspace,
            "{name}: workspace crates of Cargo.toml (left) and of the table (right)"
        );
        if COMPILERS.contains(&name.as_str()) {
            external.extend(actual.external.get(ERRORS).cloned());
            assert_eq!(actual.external, external, "{name}: other crates of Cargo.toml (left) and of the table (right)");
        } else {
            let unused: Vec<_> = external.difference(&actual.external).collect();
            assert!(unused.is_empty(), "{name}: the table names {unused:?}, which Cargo.toml does not");
        }
    }
    let folders: BTreeSet<String> = members.keys().cloned().collect();
    assert_eq!(in_table, folders, "rows of the table (left) and workspace members (right)");
}

#[test]
fn every_dependency_is_explained_and_every_explained_one_is_used() {
    let rows = table("## Dependencies");
    let explained: BTreeSet<String> = rows.iter().flat_map(|row| code_words(&row[0])).map(str::to_string).collect();
    let used: BTreeSet<String> = members()
        .into_values()
        .flat_map(|(_, dependencies)| dependencies.external.into_iter().chain(dependencies.development))
        .collect();
    assert_eq!(explained, used, "ARCHITECTURE.md (left) and the Cargo.toml files (right)");
}

#[test]
fn paths_in_the_architecture_exist() {
    let text = architecture();
    let is_path = |word: &&str| {
        let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-./".contains(letter));
        // What lies under target is built.
        plain && word.contains('/') && !word.starts_with("target/")
    };
    let paths: Vec<&str> = code_words(&text).filter(is_path).collect();
    assert!(!paths.is_empty(), "no path found: is the test still right?");
    let missing: Vec<_> = paths.into_iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names {missing:?}");
}

#[test]
fn the_architecture_is_short() {
    let lines = architecture().lines().count();
    assert!(lines <= 300, "ARCHITECTURE.md has {lines} lines; only what is stable belongs there");
}

#[test]
fn compilers_forbid_unsafe_code() {
    for name in ["meshwork-spirv", "meshwork-passes"] {
        let library = read(&format!("crates/{name}/src/lib.rs"));
        assert!(library.contains("#![forbid(unsafe_code)]"), "{name} does not forbid unsafe code");
    }
}

/// Environment variables that are no settings of the layer: the loader's switches in its manifest, the command's, and
/// those of tests.
const OTHER_VARIABLES: [&str; 6] = ["BLESS", "ENABLE", "DISABLE", "LOADER", "TOOLS", "SKIP_LOG"];

/// A misspelt variable is silently without effect, wherever it stands.
#[test]
fn every_variable_named_anywhere_is_a_setting() {
    let settings = read("crates/meshwork-layer/src/settings.rs");
    let names = settings.split("name: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut known: BTreeSet<String> = names.map(str::to_uppercase).collect();
    assert!(known.contains("MODE"), "no setting found: is the test still right?");
    known.extend(OTHER_VARIABLES.map(str::to_string));
    let is_unknown = |name: &&str| !known.contains(*name) && !name.starts_with("TEST_");
    let mut findings = Vec::new();
    for (file, text) in text_files() {
        for rest in text.split("MESHWORK_").skip(1) {
            let end = rest.find(|letter: char| !letter.is_ascii_uppercase() && letter != '_').unwrap_or(rest.len());
            // The bare prefix is not a name, nor is it within another word, such as the layer's.
            let name =
                Some(&rest[..end]).filter(|name| name.len() > 1 && !rest[end..].starts_with(char::is_alphanumeric));
            findings.extend(name.filter(is_unknown).map(|name| format!("{}: MESHWORK_{name}", file.display())));
        }
    }
    assert!(findings.is_empty(), "no such setting:\n{}", findings.join("\n"));
}

/// Words of a place or a way of working that a reader of the repository has never seen, and servers that each machine
/// names for itself. Written in halves, or this file would be the first finding.
const FORBIDDEN: [(&str, &str); 12] = [
    ("/wor", "k/"),
    ("../sha", "red"),
    ("/tmp/br", "ief"),
    ("this ses", "sion"),
    ("sub-a", "gent"),
    ("suba", "gent"),
    ("deb.deb", "ian.org"),
    ("security.deb", "ian.org"),
    ("static.crates", ".io"),
    ("index.crates", ".io"),
    ("registry.npm", "js"),
    ("pypi", ".org"),
];

#[test]
fn no_file_speaks_of_where_or_how_it_was_made() {
    let mut findings = Vec::new();
    for (file, text) in text_files() {
        for (index, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            for (first, second) in FORBIDDEN {
                if lower.contains(&format!("{first}{second}")) {
                    findings.push(format!("{}:{}: {first}{second}", file.display(), index + 1));
                }
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// The repository's text files.
fn text_files() -> impl Iterator<Item = (PathBuf, String)> {
    let mut files = Vec::new();
    collect_files(root(), &mut files);
    assert!(files.len() > 20, "only {} files found", files.len());
    files.into_iter().filter_map(|file| std::fs::read_to_string(&file).ok().map(|text| (file, text)))
}

/// Every file of the repository: all but what git and cargo write.
fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the repository is readable") {
        let path = entry.expect("a folder's entry is readable").path();
        if path == root().join("target") || path == root().join(".git") {
            continue;
        } else if path.is_dir() {
            collect_files(&path, files);
        } else {
            files.push(path);
        }
    }
}
