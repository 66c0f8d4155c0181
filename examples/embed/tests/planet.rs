//! The example on every driver that the tools folder has: it draws the same planet.

#[path = "../../../tests/skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use skip::skipped;

fn draw(driver: &Path, step_workgroups: u32) -> image::RgbaImage {
    let name = driver.with_extension(format!("{step_workgroups}.png"));
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.file_name().expect("a manifest's name"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_embed"));
    command.arg(&picture).arg(step_workgroups.to_string()).env("VK_DRIVER_FILES", driver);
    let output = command.output().expect("the example starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}: {text}{}", driver.display(), String::from_utf8_lossy(&output.stderr));
    // 8 bands of 3 + 13 sin(latitude) patches, 128 triangles each.
    assert!(text.contains("86 mesh workgroups, 11008 triangles"), "{text}");
    assert_eq!(text.contains(" 1 steps"), step_workgroups > 86, "{text}");
    image::open(&picture).expect("the picture is there").into_rgba8()
}

#[test]
fn planet_is_drawn_on_every_driver() {
    let Some(tools) = std::env::var_os("MESHWORK_TOOLS") else {
        return skipped("planet_is_drawn_on_every_driver", "no MESHWORK_TOOLS");
    };
    let drivers = ["lavapipe", "lavapipe22", "swiftshader"];
    let manifests = drivers.map(|driver| PathBuf::from(&tools).join("icd").join(driver).with_extension("json"));
    let present: Vec<_> = manifests.iter().filter(|manifest| manifest.exists()).collect();
    let Some((first, others)) = present.split_first() else {
        return skipped("planet_is_drawn_on_every_driver", "no driver is provided");
    };
    let planet = draw(first, u32::MAX);
    assert!(draw(first, 5) == planet, "a planet in steps of 5 workgroups is another one");
    let background = planet[(0, 0)];
    let drawn = planet.pixels().filter(|&&pixel| pixel != background).count();
    // A disc of 0.45 of the picture's height, less the gaps between patches.
    assert!((130_000..190_000).contains(&drawn), "{drawn} pixels");
    for other in others {
        // Drivers interpolate colours to different last bits, and their subpixel grids differ at edges.
        let off = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| (0..4).any(|c| a[c].abs_diff(b[c]) > 2);
        let different = draw(other, u32::MAX).pixels().zip(planet.pixels()).filter(off).count();
        assert!(different * 200 < planet.pixels().len(), "{different} pixels differ on {}", other.display());
    }
}
