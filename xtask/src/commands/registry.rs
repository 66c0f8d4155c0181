//! What we need of `vk.xml`: commands, structures, extensions.

use std::collections::HashMap;

use roxmltree::{Document, Node};

pub struct Registry {
    /// `VK_HEADER_VERSION_COMPLETE`'s last part; 309 for 1.4.309.
    pub header_version: u32,
    pub commands: Vec<Command>,
    pub structs: HashMap<String, Struct>,
    pub extensions: Vec<Extension>,
    /// Alias → the name that the registry defines.
    type_aliases: HashMap<String, String>,
}

pub struct Command {
    /// The name that the registry defines, then its aliases.
    pub names: Vec<String>,
    pub params: Vec<Member>,
    /// Attribute `renderpass`: `inside`, `outside`, `both`; none for commands that do not record.
    pub render_pass: Option<String>,
    /// Attribute `tasks`: `action`, `state`, `synchronization`, `indirection`, some of them.
    pub tasks: Vec<String>,
}

impl Command {
    fn is_kept(&self) -> bool {
        matches!(self.render_pass.as_deref(), Some("inside" | "both")) || self.tasks == ["state"]
    }
}

pub struct Struct {
    pub members: Vec<Member>,
    /// Attribute `structextends`.
    pub extends: Vec<String>,
}

/// A parameter or a member of a structure.
pub struct Member {
    pub name: String,
    pub ty: String,
    pub pointer: bool,
    pub len: Option<String>,
}

pub struct Extension {
    pub name: String,
    pub commands: Vec<String>,
    /// Commands that it adds only beside another extension.
    pub commands_beside: Vec<String>,
}

impl Registry {
    pub fn read(document: &Document) -> Self {
        let root = document.root_element();
        let types = || elements(root, "types").flat_map(|types| elements(types, "type"));
        Self {
            header_version: types().find_map(header_version).unwrap_or(0),
            commands: commands(root),
            structs: types().filter_map(structure).collect(),
            extensions: elements(root, "extensions")
                .flat_map(|all| elements(all, "extension"))
                .filter_map(extension)
                .collect(),
            type_aliases: types()
                .filter_map(|ty| Some((ty.attribute("name")?.into(), ty.attribute("alias")?.into())))
                .collect(),
        }
    }

    /// Commands that are recorded in a command buffer.
    pub fn recorded(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter().filter(|command| command.names[0].starts_with("vkCmd"))
    }

    /// Commands that are kept: those that may stand inside a render pass instance, and state that is set outside.
    pub fn kept(&self) -> impl Iterator<Item = &Command> {
        self.recorded().filter(|command| command.is_kept())
    }

    /// The other ones.
    pub fn outside(&self) -> impl Iterator<Item = &Command> {
        self.recorded().filter(|command| !command.is_kept())
    }

    /// The structure that `name`, perhaps an alias, stands for.
    pub fn structure<'r>(&'r self, name: &'r str) -> Option<(&'r str, &'r Struct)> {
        let name = self.type_aliases.get(name).map_or(name, String::as_str);
        self.structs.get(name).map(|structure| (name, structure))
    }

    /// `name` and every alias of it.
    pub fn type_names<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        let aliases =
            self.type_aliases.iter().filter(move |(_, target)| *target == name).map(|(alias, _)| alias.as_str());
        std::iter::once(name).chain(aliases)
    }
}

fn elements<'a, 'i>(parent: Node<'a, 'i>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |node| node.has_tag_name(tag) && for_vulkan(*node))
}

/// The registry also describes Vulkan SC, by attributes that name the interface.
fn for_vulkan(node: Node) -> bool {
    ["api", "supported"]
        .into_iter()
        .filter_map(|name| node.attribute(name))
        .all(|apis| apis.split(',').any(|api| api == "vulkan"))
}

fn child_text<'a>(node: Node<'a, '_>, tag: &str) -> Option<&'a str> {
    node.children().find(|child| child.has_tag_name(tag))?.text()
}

fn list(node: Node, attribute: &str) -> Vec<String> {
    node.attribute(attribute).unwrap_or("").split(',').filter(|item| !item.is_empty()).map(String::from).collect()
}

fn header_version(ty: Node) -> Option<u32> {
    (child_text(ty, "name")? == "VK_HEADER_VERSION").then(|| ty.last_child()?.text()?.trim().parse().ok())?
}

fn member(node: Node) -> Option<Member> {
    let own_text = node.children().filter(Node::is_text).filter_map(|text| text.text());
    Some(Member {
        name: child_text(node, "name")?.into(),
        ty: child_text(node, "type")?.into(),
        pointer: own_text.collect::<String>().contains('*'),
        len: node.attribute("len").map(|len| len.split(',').next().unwrap_or(len).into()),
    })
}

fn structure(node: Node) -> Option<(String, Struct)> {
    let is_struct = node.attribute("category") == Some("struct") && node.attribute("alias").is_none();
    let members = elements(node, "member").filter_map(member).collect();
    is_struct
        .then(|| Some((node.attribute("name")?.into(), Struct { members, extends: list(node, "structextends") })))?
}

fn commands(root: Node) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut aliases: Vec<(&str, &str)> = Vec::new();
    for node in elements(root, "commands").flat_map(|all| elements(all, "command")) {
        if let (Some(name), Some(target)) = (node.attribute("name"), node.attribute("alias")) {
            aliases.push((name, target));
        } else if let Some(name) =
            node.children().find(|child| child.has_tag_name("proto")).and_then(|proto| child_text(proto, "name"))
        {
            commands.push(Command {
                names: vec![name.into()],
                params: elements(node, "param").filter_map(member).collect(),
                render_pass: node.attribute("renderpass").map(String::from),
                tasks: list(node, "tasks"),
            });
        }
    }
    for (alias, target) in aliases {
        if let Some(command) = commands.iter_mut().find(|command| command.names[0] == target) {
            command.names.push(alias.into());
        }
    }
    commands
}

fn extension(node: Node) -> Option<Extension> {
    let commands = |beside: bool| {
        let blocks = elements(node, "require").filter(move |block| block.attribute("depends").is_some() == beside);
        let names = blocks.flat_map(|block| elements(block, "command")).filter_map(|command| command.attribute("name"));
        names.map(String::from).collect()
    };
    let extension =
        Extension { name: node.attribute("name")?.into(), commands: commands(false), commands_beside: commands(true) };
    (node.attribute("type") == Some("device")).then_some(extension)
}
