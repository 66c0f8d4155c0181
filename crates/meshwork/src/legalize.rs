//! `meshwork legalize`: a module's subgroup operations made right, and cheap, for a device.

use std::path::{Path, PathBuf};

use meshwork_passes::subgroups::{LegalizeOptions, legalize, named_profile, parse_profile};

use crate::Outcome;
use crate::dwords::{checked_module, read_spirv};
use crate::error::{Error, OnFile, Result};
use crate::output::print;

#[derive(clap::Args)]
pub struct LegalizeArgs {
    /// A SPIR-V module of one stage
    #[arg(value_name = "IN.spv")]
    input: PathBuf,
    #[arg(short, long, value_name = "OUT.spv")]
    output: PathBuf,
    /// Invocations of the waves that the code was written for [default: the host's subgroup, whatever its size]
    #[arg(long, value_name = "N", value_parser = wave)]
    guest_wave: Option<u32>,
    /// rdna2-windows, rdna2-linux, rdna1, gcn, turing, pascal, intel-xe, adreno-8xx-half-wave, lavapipe, swiftshader, or a file that
    /// 'meshwork doctor --profile' printed
    #[arg(long, value_name = "NAME|PROFILE.json")]
    profile: String,
    /// Say what was changed, and why
    #[arg(long)]
    explain: bool,
}

fn wave(text: &str) -> Result<u32, String> {
    let wave = text.parse().ok().filter(|wave: &u32| wave.is_power_of_two() && *wave <= 128);
    wave.ok_or_else(|| "write a power of two up to 128".into())
}

pub fn run(args: &LegalizeArgs) -> Result<Outcome> {
    let is_file = Path::new(&args.profile).extension().is_some_and(|extension| extension == "json");
    let profile = if is_file { read_profile(Path::new(&args.profile))? } else { named_profile(&args.profile)? };
    let words = read_spirv(&args.input)?;
    let module = checked_module(&args.input, &words)?;
    let unchanged = module.write();
    let options = LegalizeOptions { guest_wave: args.guest_wave, profile: &profile, strategy: None };
    let (module, explanation) =
        legalize(module, &options).map_err(|source| Error::Module { path: args.input.clone(), source })?;
    let legalized = module.write();
    // Names and decorations are written in another order than they may have been read in.
    let legalized = if legalized == unchanged { &words } else { &legalized };
    std::fs::write(&args.output, bytemuck::cast_slice(legalized)).on_file("write", &args.output)?;
    if args.explain {
        print(&if explanation.steps.is_empty() { "nothing was changed\n".into() } else { explanation.to_string() })?;
    }
    Ok(Outcome::Done)
}

fn read_profile(path: &Path) -> Result<meshwork_abi::SubgroupProfile> {
    let text = std::fs::read_to_string(path).on_file("read", path)?;
    parse_profile(&text).map_err(|source| Error::ProfileFile { path: path.to_owned(), source })
}
