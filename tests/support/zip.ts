import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Builds a zip archive of compressed files, as PKWARE's APPNOTE 6.3 describes it; `declaredBytes` is stored in zip64.
 */
export function buildZip(
  files: Readonly<Record<string, string | Uint8Array>>,
  declaredBytes?: number,
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [fileName, data] = [Buffer.from(name), deflateRawSync(content)]
    // Version, flags (UTF-8), method (deflate), time, day, checksum, sizes, lengths of the name and of extra fields.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(0x21, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(Buffer.byteLength(content), 18)
    fields.writeUInt16LE(fileName.length, 22)
    const extra = Buffer.alloc(declaredBytes === undefined ? 0 : 12)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const directoryFields = Buffer.from(fields)
    if (declaredBytes !== undefined) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(8, 2)
      extra.writeBigUInt64LE(BigInt(declaredBytes), 4)
      directoryFields.writeUInt32LE(0xffffffff, 18)
      directoryFields.writeUInt16LE(extra.length, 24)
    }
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), directoryFields, place, fileName, extra)
    const entry = [Buffer.from('PK\x03\x04'), fields, fileName, data]
    parts.push(...entry)
    offset += entry.reduce((bytes, part) => bytes + part.length, 0)
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(
    directory.reduce((bytes, part) => bytes + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
