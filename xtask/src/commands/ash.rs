//! What the `ash` crate declares: the Rust types of commands and structures, read from its source.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;

use crate::error::{Error, Result};

pub struct Ash {
    /// `vkCmdDraw` → its parameters, each a name and a Rust type.
    signatures: HashMap<String, Vec<(String, String)>>,
    /// `RenderingInfo` → its fields' names in order.
    fields: HashMap<String, Vec<String>>,
}

impl Ash {
    pub fn read() -> Result<Self> {
        let folder = source_folder()?;
        let mut ash = Self { signatures: HashMap::new(), fields: HashMap::new() };
        for file in ["features.rs", "extensions.rs", "definitions.rs"] {
            let path = folder.join(file);
            let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
            ash.read_signatures(&text);
            ash.read_structs(&text);
        }
        Ok(ash)
    }

    pub fn signature(&self, command: &str) -> Option<&[(String, String)]> {
        self.signatures.get(command).map(Vec::as_slice)
    }

    pub fn fields(&self, structure: &str) -> Option<&[String]> {
        self.fields.get(structure).map(Vec::as_slice)
    }

    fn read_signatures(&mut self, text: &str) {
        for declaration in text.split("pub type PFN_").skip(1) {
            let Some((name, rest)) = declaration.split_once('=') else { continue };
            let Some((params, end)) = rest.split_once('(').and_then(|(_, rest)| rest.split_once(')')) else { continue };
            // A recorded command has no value to return.
            if !end.trim_start().starts_with(';') {
                continue;
            }
            // No parameter's type has a comma in it.
            let params = params.split(',').filter_map(|param| param.split_once(':'));
            let params = params.map(|(name, ty)| (name.trim().into(), qualified(ty)));
            self.signatures.insert(name.trim().into(), params.collect());
        }
    }

    fn read_structs(&mut self, text: &str) {
        for declaration in text.split("pub struct ").skip(1) {
            let Some((head, body)) = declaration.split_once('{') else { continue };
            let Some((body, _)) = body.split_once('}') else { continue };
            let name = head.trim().trim_end_matches("<'a>");
            let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(':'));
            self.fields.insert(name.into(), fields.map(|(field, _)| field.into()).collect());
        }
    }
}

/// Where cargo has ash's source.
fn source_folder() -> Result<PathBuf> {
    let step = "finding the source of ash";
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(&cargo)
        .args(["metadata", "--format-version=1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .map_err(|source| Error::Start { step: step.into(), program: cargo, source })?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let manifest =
        packages.filter(|package| package["name"] == "ash").find_map(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|manifest| Some(PathBuf::from(manifest).parent()?.join("src/vk")));
    folder.ok_or_else(|| Error::Failed {
        step: step.into(),
        command: "cargo metadata".into(),
        status: output.status,
        output: String::from_utf8_lossy(&output.stderr).into(),
    })
}

/// `*const Viewport` or `* const Viewport` → `*const vk::Viewport`.
fn qualified(ty: &str) -> String {
    let plain = ["u8", "u16", "u32", "u64", "i32", "i64", "f32", "usize", "static", "c_void", "c_char"];
    let ty = ty.replace("crate::vk::", "").replace("usize]", "]").replace("'_", "'static");
    let mut out = String::new();
    let mut word = String::new();
    for c in ty.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "" => {}
            "const" | "mut" => out += &format!("{word} "),
            _ if plain.contains(&word.as_str()) || word.starts_with(|c: char| c.is_ascii_digit()) => out += &word,
            _ => out += &format!("vk::{word}"),
        }
        word.clear();
        match c {
            ' ' | '\n' => {}
            ';' => out += "; ",
            _ => out.push(c),
        }
    }
    out
}
