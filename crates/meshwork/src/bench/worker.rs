//! A child process and what it is told.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, OnFile, Result};
use crate::render::{SceneArgs, Statistics, read_statistics};

use super::child::{Batch, FRAMES_BEFORE, Greeting, Request};
use super::variant::Variant;

pub struct Worker {
    pub variant: Variant,
    child: Child,
    /// Closed to let the child end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    frames_drawn: u64,
    // After the child, which writes there.
    environment: Environment,
}

impl Worker {
    /// Starts a child; [`Self::greeting`] waits for it. The layer times its hoists if asked to.
    pub fn start(variant: Variant, scene: &SceneArgs, driver: &Driver, time_hoists: bool) -> Result<Self> {
        let environment = variant.environment(driver)?;
        let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
        let mut command = Command::new(&program);
        command.arg("bench-child").args(scene.command_line()).arg("--image").arg(picture_file(&environment));
        command.args(["--driver-label", &driver.label()]);
        command.args(variant.is_native().then_some("--may-lack"));
        command.args((variant == Variant::NativeGathered).then_some("--gather"));
        command.env("MESHWORK_STATISTICS", environment.statistics_file());
        environment.apply(&mut command)?;
        command.env_remove("MESHWORK_RUNS").envs(variant.runs_setting().map(|runs| ("MESHWORK_RUNS", runs)));
        command.env("MESHWORK_TIME_HOISTS", if time_hoists { "1" } else { "0" });
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let failed = |source| Error::Start { program: program.clone(), source };
        let mut child = command.spawn().map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed(std::io::ErrorKind::BrokenPipe.into()))?;
        let output = BufReader::new(output);
        Ok(Self { variant, child, input: Some(input), output, frames_drawn: u64::from(FRAMES_BEFORE), environment })
    }

    /// The child's first words. Its [`Self::picture`] is there then.
    pub fn greeting(&mut self) -> Result<Greeting> {
        self.listen()
    }

    /// The picture, once the child is ready.
    pub fn picture(&self) -> PathBuf {
        picture_file(&self.environment)
    }

    /// Lets the child draw, and waits for it.
    pub fn draw(&mut self, request: Request) -> Result<Batch> {
        self.frames_drawn += u64::from(request.frames);
        let request = serde_json::to_string(&request).map_err(|source| Error::WriteJson { source })?;
        if let Some(input) = &mut self.input {
            // Where the child is gone, `listen` says how it went.
            let _ = writeln!(input, "{request}");
        }
        self.listen()
    }

    /// Lets the child end; what the layer counted, if it was there, and in how many frames.
    pub fn finish(mut self) -> Result<(Option<Statistics>, u64)> {
        self.input = None;
        let status = self.child.wait().on_file("wait for", Path::new("a child process"))?;
        if !status.success() {
            return Err(self.failure(status));
        }
        let has_layer = !self.variant.is_native();
        let statistics = has_layer.then(|| read_statistics(&self.environment.statistics_file())).transpose()?;
        Ok((statistics, self.frames_drawn))
    }

    fn listen<T: serde::de::DeserializeOwned>(&mut self) -> Result<T> {
        let (source, mut line) = (Path::new("a child process"), String::new());
        self.output.read_line(&mut line).on_file("read from", source)?;
        if line.is_empty() {
            let status = self.child.wait().on_file("wait for", source)?;
            return Err(self.failure(status));
        }
        serde_json::from_str(&line).map_err(|error| Error::Json { path: source.to_owned(), source: error })
    }

    fn failure(&self, status: std::process::ExitStatus) -> Error {
        match status.code() {
            // It has said why.
            Some(2) => Error::Reported,
            _ => Error::Rendering { path: self.variant.name(), status },
        }
    }
}

fn picture_file(environment: &Environment) -> PathBuf {
    environment.scratch_file("picture.png")
}

impl Drop for Worker {
    /// Leaves no child behind, whatever went wrong here or in another one.
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
