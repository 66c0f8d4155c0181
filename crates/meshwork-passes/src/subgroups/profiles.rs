//! Profiles of named devices, and profiles from files.

use meshwork_abi::SubgroupProfile;

/// Name on the command line, and file.
const NAMED: [(&str, &str); 10] = [
    ("rdna2-windows", include_str!("../../profiles/rdna2-windows.json")),
    ("rdna2-linux", include_str!("../../profiles/rdna2-linux.json")),
    ("rdna1", include_str!("../../profiles/rdna1.json")),
    ("gcn", include_str!("../../profiles/gcn.json")),
    ("turing", include_str!("../../profiles/turing.json")),
    ("pascal", include_str!("../../profiles/pascal.json")),
    ("intel-xe", include_str!("../../profiles/intel-xe.json")),
    ("adreno-8xx-half-wave", include_str!("../../profiles/adreno-8xx-half-wave.json")),
    ("lavapipe", include_str!("../../profiles/lavapipe.json")),
    ("swiftshader", include_str!("../../profiles/swiftshader.json")),
];

/// Why there is no such profile.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    #[error("there is no profile called {name:?}; there are {}", profile_names().collect::<Vec<_>>().join(", "))]
    Unknown { name: String },
    /// A field is missing, not known or of another type.
    #[error("not a profile of subgroups: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("not a profile of subgroups: {field} is {value}, which {problem}")]
    Value { field: &'static str, value: u32, problem: &'static str },
}

/// The names that [`named_profile`] knows.
pub fn profile_names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|(name, _)| *name)
}

/// The profile of a named device.
pub fn named_profile(name: &str) -> Result<SubgroupProfile, ProfileError> {
    let found = NAMED.iter().find(|(known, _)| *known == name);
    let (_, json) = found.ok_or_else(|| ProfileError::Unknown { name: name.to_owned() })?;
    parse_profile(json)
}

/// The profile in a JSON text: one of subgroups alone, or that of a device, which holds one.
pub fn parse_profile(json: &str) -> Result<SubgroupProfile, ProfileError> {
    let value: serde_json::Value = serde_json::from_str(json)?;
    let profile = serde_json::from_value(value.get("subgroups").cloned().unwrap_or(value))?;
    check(&profile)?;
    Ok(profile)
}

/// The passes rely on it.
fn check(profile: &SubgroupProfile) -> Result<(), ProfileError> {
    let size = &profile.size;
    for (field, value) in [("size.default", size.default), ("size.min", size.min), ("size.max", size.max)] {
        let problem = match value {
            _ if !value.is_power_of_two() => "is no power of two",
            // Ballots have 128 bits.
            129.. => "is more than 128",
            _ => continue,
        };
        return Err(ProfileError::Value { field, value, problem });
    }
    if size.min > size.max {
        return Err(ProfileError::Value { field: "size.min", value: size.min, problem: "is more than size.max" });
    }
    // VkPhysicalDeviceSubgroupSizeControlProperties promises it.
    if !(size.min..=size.max).contains(&size.default) {
        let problem = "is not from size.min to size.max";
        return Err(ProfileError::Value { field: "size.default", value: size.default, problem });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_profile_can_be_read_and_written_again() {
        for name in profile_names() {
            let profile = named_profile(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!profile.sources.is_empty(), "{name} names no source");
            let text = serde_json::to_string(&profile).expect("a profile is JSON");
            assert_eq!(parse_profile(&text).expect("a written profile is read"), profile, "{name}");
        }
    }

    #[test]
    fn every_file_is_a_named_profile() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/profiles");
        let files = std::fs::read_dir(folder).expect("the folder of profiles");
        let mut stems: Vec<_> = files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_owned())).collect();
        let mut names: Vec<_> = profile_names().map(std::ffi::OsString::from).collect();
        stems.sort();
        names.sort();
        assert_eq!(stems, names);
    }

    #[test]
    fn what_is_not_known_is_an_error_with_its_name() {
        let error = named_profile("rdna9").expect_err("no such profile").to_string();
        assert!(error.contains("rdna9") && error.contains("swiftshader"), "{error}");
        let json = include_str!("../../profiles/lavapipe.json");
        let error = parse_profile(&json.replace("\"rotate\"", "\"rotates\"")).expect_err("an unknown field");
        assert!(matches!(error, ProfileError::Malformed(_)) && error.to_string().contains("rotates"), "{error}");
        let error = parse_profile(&json.replace("\"native\"", "\"magic\"")).expect_err("an unknown value");
        assert!(error.to_string().contains("magic"), "{error}");
        let error = parse_profile(&json.replace("\"min\": 8", "\"min\": 7")).expect_err("not a power of two");
        assert!(matches!(error, ProfileError::Value { field: "size.min", value: 7, .. }), "{error}");
        let error = parse_profile(&json.replace("\"default\": 8", "\"default\": 4")).expect_err("out of range");
        assert!(matches!(error, ProfileError::Value { field: "size.default", value: 4, .. }), "{error}");
    }
}
