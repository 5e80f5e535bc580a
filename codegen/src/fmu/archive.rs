//! The archive of an FMU: files → the bytes of NAME.fmu, the same for the same files.
//!
//! The description comes first and as it is, so that its mark is found in the file; the others are compressed.

use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::Fmu;

/// Between speed and size, as zlib has it by default.
const LEVEL: u8 = 6;

/// The archive with a library, by its platform, such as `x86_64-linux`, and the name of its file; or with none.
///
/// # Errors
/// None that a writer to memory can have.
pub fn archive(fmu: &Fmu, library: Option<(&str, &str, &[u8])>) -> io::Result<Vec<u8>> {
    let source = format!("sources/{}.c", fmu.identifier);
    let binary =
        library.map(|(platform, name, bytes)| (format!("binaries/{platform}/{name}"), bytes));
    let mut files: Vec<(&str, &[u8])> = vec![
        ("modelDescription.xml", fmu.description.as_bytes()),
        (
            "sources/buildDescription.xml",
            fmu.build_description.as_bytes(),
        ),
        (&source, fmu.source.as_bytes()),
    ];
    files.extend(binary.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (place, (name, bytes)) in files.into_iter().enumerate() {
        let method = match place {
            0 => CompressionMethod::STORE,
            _ => CompressionMethod::DEFLATE,
        };
        let (mut entry, config) = archive
            .new_file(name)
            .compression_method(method)
            .start()
            .map_err(io::Error::other)?;
        // The length and the checksum are those of what is written here, the text those of what is kept.
        let mut measured = config.wrap(io::sink());
        measured.write_all(bytes)?;
        let (_, descriptor) = measured.finish().map_err(io::Error::other)?;
        match place {
            0 => entry.write_all(bytes)?,
            _ => entry.write_all(&compress_to_vec(bytes, LEVEL))?,
        }
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)
}
