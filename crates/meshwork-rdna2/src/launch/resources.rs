//! Guest memory that a program finds: its code, vertex buffers, descriptor sets, push constants, the ring table. Contents are random
//! and the same for a seed.

use super::contents::{Contents, HEAP_BYTES, Words};
use super::images::{IDENTITY, ImageDescriptor, format_number, place_in_set, sampler_words};
use super::pipeline::Content;
use super::{Binding, Draw, Filter, LaunchError, PipelineInfo, ProgramInfo, SetPlace, UserData, Value, within};
use crate::decode::decode_program;
use crate::descriptor::{DescriptorPath, ImageUse, image_uses};
use crate::interpret::LinearMemory;

/// RADV's pointers have 32 bits; the program supplies the upper half itself.
const ADDRESS_HIGH: u64 = 0xffff_8000_0000_0000;

/// The lowest addresses stay empty, so that no pointer is null.
const FIRST: u64 = 0x1000;

/// Bytes of every buffer that a descriptor describes.
pub const BUFFER_BYTES: u32 = 8192;

/// Of one vertex buffer: what a host has for guest memory without asking.
const MOST_VERTEX_BYTES: u64 = 1 << 26;

/// Entries of the ring table that programs read.
const RING_SCRATCH: usize = 0;
const RING_TESSELLATION: usize = 6;
const RINGS: usize = 16;

/// Values of user SGPRs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserValues {
    pub ring_table: u64,
    pub vertex_buffers: u32,
    pub base_vertex: u32,
    pub start_instance: u32,
    pub descriptor_sets: Vec<u32>,
    pub descriptor_set_table: u32,
    pub push_constants: u32,
    pub push_constant_words: Vec<u32>,
    /// Culling as the fixed function would do it; 0 turns the program's off.
    pub culling_settings: u32,
    /// Scale x and y, translation x and y, in pixels.
    pub viewport: [f32; 4],
    pub view_index: u32,
}

impl UserValues {
    /// Queries and shading rates are off.
    pub(super) fn value(&self, data: UserData) -> u32 {
        let word = |words: &[u32], place: u8| words.get(usize::from(place)).copied().unwrap_or(0);
        match data {
            UserData::RingTableLow => self.ring_table as u32,
            UserData::RingTableHigh => (self.ring_table >> 32) as u32,
            UserData::VertexBuffers => self.vertex_buffers,
            UserData::BaseVertex => self.base_vertex,
            UserData::StartInstance => self.start_instance,
            UserData::DescriptorSet(set) => word(&self.descriptor_sets, set),
            UserData::DescriptorSets => self.descriptor_set_table,
            UserData::PushConstants => self.push_constants,
            UserData::PushConstant(place) => word(&self.push_constant_words, place),
            UserData::CullingSettings => self.culling_settings,
            UserData::Viewport(place) => self.viewport[usize::from(place & 3)].to_bits(),
            UserData::ViewIndex => self.view_index,
            _ => 0,
        }
    }
}

/// Memory, and what points into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Resources {
    pub memory: LinearMemory,
    pub user: UserValues,
    pub code_address: u64,
    /// First bytes of the vertex buffers, by binding.
    pub vertex_buffers: Vec<(u32, u64)>,
    /// First bytes of what descriptors describe, by set and binding.
    pub described: Vec<(u32, u32, u64)>,
}

impl Resources {
    /// Everything that the program reads for a draw.
    pub fn new(
        code: &[u32],
        info: &ProgramInfo,
        pipeline: &PipelineInfo,
        draw: &Draw,
        seed: u64,
    ) -> Result<Self, LaunchError> {
        Self::with_contents(code, info, pipeline, draw, (Contents::Floats, seed))
    }

    /// The same with other push constants and buffers.
    pub fn with_contents(
        code: &[u32],
        info: &ProgramInfo,
        pipeline: &PipelineInfo,
        draw: &Draw,
        (contents, seed): (Contents, u64),
    ) -> Result<Self, LaunchError> {
        let words = Words::new(contents, seed, ADDRESS_HIGH | FIRST);
        // What is wrong with the code, or cannot be followed, is said where it is translated.
        let uses = decode_program(code, info.wave).and_then(|program| image_uses(&program));
        let placed = |found: ImageUse| Some((place_in_set(info, &found.image)?, found));
        let uses = uses.unwrap_or_default().into_iter().filter_map(placed).collect();
        let mut builder = Builder { bytes: vec![0; FIRST as usize], described: Vec::new(), words, uses };
        if contents == Contents::Mixed {
            builder.contents(HEAP_BYTES);
        }
        let code_address = builder.place(code.iter().flat_map(|word| word.to_le_bytes()).collect(), 256);
        let vertex_buffers = builder.vertex_buffers(pipeline, draw)?;
        let push_constant_words = builder.words.take(info.push_constant_bytes.div_ceil(4));
        let mut user = UserValues {
            ring_table: builder.ring_table(),
            vertex_buffers: builder.vertex_buffer_table(info, pipeline, draw, &vertex_buffers) as u32,
            base_vertex: draw.base_vertex as u32,
            start_instance: draw.first_instance,
            push_constant_words,
            viewport: [640.0, 360.0, 640.0, 360.0],
            ..UserValues::default()
        };
        builder.descriptors(&pipeline.descriptor_sets_of(info), &mut user)?;
        let vertex_buffers = vertex_buffers.into_iter().map(|(binding, at)| (binding, ADDRESS_HIGH | at)).collect();
        let memory = LinearMemory { base: ADDRESS_HIGH, bytes: builder.bytes };
        let code_address = ADDRESS_HIGH | code_address;
        let mut resources = Self { memory, user, code_address, vertex_buffers, described: builder.described };
        for Value { described, word, value } in &pipeline.values {
            match described {
                Some(SetPlace { set, binding }) => resources.set_described(*set, *binding, *word, *value),
                None => resources.set_push_constant(*word, *value),
            }
        }
        Ok(resources)
    }

    /// A dword of the push constants, in registers and in memory.
    pub fn set_push_constant(&mut self, word: usize, value: u32) {
        if let Some(place) = self.user.push_constant_words.get_mut(word) {
            *place = value;
            self.write(ADDRESS_HIGH | (u64::from(self.user.push_constants) + 4 * word as u64), value);
        }
    }

    /// The first dwords of a vertex buffer.
    pub fn set_vertices(&mut self, binding: u32, words: &[u32]) {
        let buffer = self.vertex_buffers.iter().find(|buffer| buffer.0 == binding);
        if let Some(&(_, address)) = buffer {
            (address..).step_by(4).zip(words).for_each(|(address, &word)| self.write(address, word));
        }
    }

    /// A dword of what a descriptor describes.
    pub fn set_described(&mut self, set: u32, binding: u32, word: usize, value: u32) {
        let described = self.described.iter().find(|described| (described.0, described.1) == (set, binding));
        if let Some((_, _, address)) = described {
            self.write(address + 4 * word as u64, value);
        }
    }

    /// Dwords of a set's memory from a byte on; 0 where there is none.
    pub fn set_dwords<const DWORDS: usize>(&self, set: u32, offset: u32) -> [u32; DWORDS] {
        let first = self.user.descriptor_sets.get(set as usize).copied().unwrap_or(0);
        std::array::from_fn(|n| self.dword(first.wrapping_add(offset).wrapping_add(4 * n as u32)))
    }

    /// At an address whose high half is the program's.
    fn dword(&self, address: u32) -> u32 {
        let bytes = self.memory.slice(ADDRESS_HIGH | u64::from(address), 4);
        bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
    }

    /// The dwords of a descriptor, where a wave has `sgprs` at entry; 0 where there is no memory.
    pub fn descriptor<const DWORDS: usize>(&self, sgprs: &[u32], path: &DescriptorPath) -> [u32; DWORDS] {
        let sgpr = |n: usize| sgprs.get(usize::from(path.register.0) + n).copied().unwrap_or(0);
        let Some((last, pointers)) = path.offsets.split_last() else { return std::array::from_fn(sgpr) };
        let pointer = pointers.iter().fold(sgpr(0), |pointer, &offset| self.dword(pointer.wrapping_add(offset)));
        std::array::from_fn(|n| self.dword(pointer.wrapping_add(*last).wrapping_add(4 * n as u32)))
    }

    /// Further memory, for what the program finds by addresses among its constants.
    pub fn allocate(&mut self, words: &[u32]) -> u64 {
        let address = self.memory.bytes.len().next_multiple_of(256);
        self.memory.bytes.resize(address, 0);
        self.memory.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        ADDRESS_HIGH | address as u64
    }

    fn write(&mut self, address: u64, value: u32) {
        let place = (address - ADDRESS_HIGH) as usize;
        if let Some(bytes) = self.memory.bytes.get_mut(place..place + 4) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }
}

/// Memory being filled; addresses are offsets.
struct Builder {
    bytes: Vec<u8>,
    described: Vec<(u32, u32, u64)>,
    words: Words,
    /// Images of the program by set and byte.
    uses: Vec<((u32, u32), ImageUse)>,
}

impl Builder {
    fn place(&mut self, bytes: Vec<u8>, align: usize) -> u64 {
        self.bytes.resize(self.bytes.len().next_multiple_of(align), 0);
        let address = self.bytes.len() as u64;
        self.bytes.extend(bytes);
        address
    }

    fn table(&mut self, words: &[u32], align: usize) -> u64 {
        self.place(words.iter().flat_map(|word| word.to_le_bytes()).collect(), align)
    }

    fn floats(&mut self, bytes: u32, from: f32, to: f32) -> u64 {
        let words: Vec<u32> = (0..bytes / 4).map(|_| self.words.float(from, to)).collect();
        self.table(&words, 256)
    }

    fn contents(&mut self, bytes: u32) -> u64 {
        let words = self.words.take(bytes / 4);
        self.table(&words, 256)
    }

    fn vertex_buffers(&mut self, pipeline: &PipelineInfo, draw: &Draw) -> Result<Vec<(u32, u64)>, LaunchError> {
        let mut buffers = Vec::new();
        for binding in &pipeline.bindings {
            let elements = elements(binding.by_instance(), draw);
            let bytes = u64::from(elements) * u64::from(binding.stride.max(1));
            within("a vertex buffer's bytes", bytes, 0..=MOST_VERTEX_BYTES)?;
            let mut bytes = vec![0; bytes as usize];
            for attribute in pipeline.attributes.iter().filter(|attribute| attribute.binding == binding.binding) {
                let shape = attribute.shape()?;
                for element in 0..elements {
                    let value = self.attribute(shape.content, shape.bytes);
                    let from = element as usize * binding.stride as usize + attribute.offset as usize;
                    if let Some(to) = bytes.get_mut(from..from + value.len()) {
                        to.copy_from_slice(&value);
                    }
                }
            }
            buffers.push((binding.binding, self.place(bytes, 256)));
        }
        Ok(buffers)
    }

    fn attribute(&mut self, content: Content, bytes: u32) -> Vec<u8> {
        let halves = |random: &mut fastrand::Rng| random.u16(0..=0x3c00) | u16::from(random.bool()) << 15;
        match content {
            Content::Float32 => (0..bytes / 4).flat_map(|_| self.words.float(-1.0, 1.0).to_le_bytes()).collect(),
            Content::Float16 => (0..bytes / 2).flat_map(|_| halves(&mut self.words.random).to_le_bytes()).collect(),
            Content::PackedFloat => {
                let word = self.words.random.u32(0..=0x3c0)
                    | self.words.random.u32(0..=0x3c0) << 11
                    | self.words.random.u32(0..=0x1e0) << 22;
                word.to_le_bytes().to_vec()
            }
            Content::Integer32 => (0..bytes / 4).flat_map(|_| self.words.random.u32(0..64).to_le_bytes()).collect(),
            Content::Bits => (0..bytes).map(|_| self.words.random.u8(..)).collect(),
        }
    }

    fn vertex_buffer_table(
        &mut self,
        info: &ProgramInfo,
        pipeline: &PipelineInfo,
        draw: &Draw,
        buffers: &[(u32, u64)],
    ) -> u64 {
        let mut attributes: Vec<_> = pipeline.attributes.iter().collect();
        attributes.sort_by_key(|attribute| attribute.location);
        let entries = match info.per_attribute {
            true => attributes.iter().map(|attribute| attribute.binding).collect(),
            false => info.vertex_bindings.clone(),
        };
        let mut table = Vec::new();
        for number in entries {
            let binding = pipeline.bindings.iter().find(|binding| binding.binding == number);
            let buffer = buffers.iter().find(|(binding, _)| *binding == number);
            let (Some(binding), Some((_, address))) = (binding, buffer) else {
                table.extend([0; 4]);
                continue;
            };
            let elements = elements(binding.by_instance(), draw);
            table.extend(match binding.stride {
                0 => buffer_words(*address, 0, elements, 20, RAW),
                stride => buffer_words(*address, stride, elements, 20, INDEX),
            });
        }
        self.table(&table, 256)
    }

    /// A table whose entries are V#s, but the first, which is the address of scratch.
    fn ring_table(&mut self) -> u64 {
        const BYTES: u32 = 0x10000;
        let patches = self.floats(BYTES, -1.0, 1.0);
        let mut table = vec![0; 4 * RINGS];
        table[4 * RING_SCRATCH..][..2].copy_from_slice(&[FIRST as u32, (ADDRESS_HIGH >> 32) as u32]);
        table[4 * RING_TESSELLATION..][..4].copy_from_slice(&buffer_words(patches, 0, BYTES, 22, RAW));
        ADDRESS_HIGH | self.table(&table, 256)
    }

    /// Sets, the table of their addresses, and behind the push constants the dynamic buffers.
    fn descriptors(&mut self, sets: &[Vec<Binding>], user: &mut UserValues) -> Result<(), LaunchError> {
        let mut behind_push = user.push_constant_words.clone();
        behind_push.resize(behind_push.len().next_multiple_of(4), 0);
        for (number, set) in sets.iter().enumerate() {
            let mut words = Vec::new();
            for binding in set {
                let descriptor = self.descriptor(number as u32, binding)?;
                match binding.offset {
                    Some(offset) => put(&mut words, offset as usize / 4, &descriptor),
                    None => behind_push.extend(descriptor),
                }
            }
            let address = self.table(&words, 256) as u32;
            user.descriptor_sets.push(address);
        }
        user.descriptor_set_table = self.table(&user.descriptor_sets, 256) as u32;
        user.push_constants = self.table(&behind_push, 256) as u32;
        Ok(())
    }

    fn descriptor(&mut self, set: u32, binding: &Binding) -> Result<Vec<u32>, LaunchError> {
        let next = self.bytes.len().next_multiple_of(256) as u64;
        self.described.push((set, binding.binding, ADDRESS_HIGH | next));
        let sampler = sampler_words(binding.filter == Some(Filter::Linear));
        // FMASK, the second T# of a sampled image, is null: each sample is its own fragment.
        const NO_SAMPLE_MAP: [u32; 8] = [0; 8];
        Ok(match binding.kind.as_str() {
            "UNIFORM_TEXEL_BUFFER" => {
                let address = self.floats(BUFFER_BYTES, -1.0, 1.0);
                buffer_words(address, 16, BUFFER_BYTES / 16, 77, STRUCTURED).to_vec()
            }
            "STORAGE_TEXEL_BUFFER" => {
                let words: Vec<u32> = (0..BUFFER_BYTES / 4).map(|_| self.words.random.u32(0..64)).collect();
                let address = self.table(&words, 256);
                buffer_words(address, 4, BUFFER_BYTES / 4, 20, STRUCTURED).to_vec()
            }
            "STORAGE_IMAGE" => self.image(set, binding)?.to_vec(),
            "SAMPLED_IMAGE" => [self.image(set, binding)?, NO_SAMPLE_MAP].concat(),
            "SAMPLER" => sampler.to_vec(),
            "COMBINED_IMAGE_SAMPLER" => {
                let mut words = [self.image(set, binding)?, NO_SAMPLE_MAP].concat();
                put(&mut words, binding.sampler_at.unwrap_or(80) as usize / 4, &sampler);
                words
            }
            _ => {
                let address = self.contents(BUFFER_BYTES);
                buffer_words(address, 0, BUFFER_BYTES, 22, RAW).to_vec()
            }
        })
    }

    /// What the program takes it for.
    fn image(&mut self, set: u32, binding: &Binding) -> Result<[u32; 8], LaunchError> {
        let format = binding.format.as_deref().map(format_number).transpose()?;
        let here = (set, binding.offset.unwrap_or(0));
        let uses = self.uses.iter().filter(|(place, _)| *place == here).map(|(_, found)| found);
        let image = ImageDescriptor::of_uses(uses, format);
        let contents = image.contents(&mut self.words.random);
        let address = ADDRESS_HIGH | self.place(contents, 256);
        Ok(ImageDescriptor { address, ..image }.words())
    }
}

fn elements(by_instance: bool, draw: &Draw) -> u32 {
    if by_instance { draw.instances.saturating_add(draw.first_instance) } else { draw.vertex_count() }
}

fn put(words: &mut Vec<u32>, at: usize, values: &[u32]) {
    if words.len() < at + values.len() {
        words.resize(at + values.len(), 0);
    }
    words[at..at + values.len()].copy_from_slice(values);
}

/// OOB_SELECT.
const STRUCTURED: u32 = 0;
const INDEX: u32 = 1;
const RAW: u32 = 3;

/// V# (RDNA2 ISA, table of buffer resource descriptors). Bit 24 of the last word is always 1 on gfx10.
fn buffer_words(address: u64, stride: u32, records: u32, format: u32, bounds: u32) -> [u32; 4] {
    let address = ADDRESS_HIGH | address;
    let high = (address >> 32) as u32 & 0xffff;
    [address as u32, high | stride << 16, records, IDENTITY | format << 12 | 1 << 24 | bounds << 28]
}
