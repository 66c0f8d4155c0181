use rspirv::binary::Disassemble;

use crate::Module;

impl Module {
    /// The module as SPIR-V assembly text.
    pub fn print(&self) -> String {
        match rspirv::dr::load_words(self.write()) {
            Ok(module) => module.disassemble(),
            Err(error) => format!("; cannot be printed: {error}\n"),
        }
    }
}
