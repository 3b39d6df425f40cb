// Reduces a font file to the glyphs that a document uses, with the subsetter of HarfBuzz.
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

type Subsetter = {
  memory: WebAssembly.Memory
  _initialize: () => void
  malloc: (size: number) => number
  free: (pointer: number) => void
  hb_blob_create: (
    data: number,
    length: number,
    mode: number,
    userData: number,
    destroy: number,
  ) => number
  hb_blob_destroy: (blob: number) => void
  hb_blob_get_data: (blob: number, length: number) => number
  hb_blob_get_length: (blob: number) => number
  hb_face_create: (blob: number, index: number) => number
  hb_face_destroy: (face: number) => void
  hb_face_reference_blob: (face: number) => number
  hb_set_add: (set: number, value: number) => void
  hb_subset_input_create_or_fail: () => number
  hb_subset_input_destroy: (input: number) => void
  hb_subset_input_glyph_set: (input: number) => number
  hb_subset_input_set: (input: number, which: number) => number
  hb_subset_input_set_flags: (input: number, flags: number) => void
  hb_subset_or_fail: (face: number, input: number) => number
}

/** HB_SUBSET_FLAGS_NO_HINTING, RETAIN_GIDS, NOTDEF_OUTLINE and NO_LAYOUT_CLOSURE. */
const FLAGS = 0x1 | 0x2 | 0x40 | 0x200
/** HB_SUBSET_SETS_DROP_TABLE_TAG */
const DROPPED_TABLES = 3
const HB_MEMORY_MODE_WRITABLE = 2
/** A viewer draws glyphs by their numbers, so it needs no shaping rules. */
const UNUSED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'DSIG', 'STAT', 'VORG', 'vhea', 'vmtx']

let loaded: Promise<Subsetter> | undefined

async function load(): Promise<Subsetter> {
  const folder = dirname(findPackageJSON('harfbuzzjs', import.meta.url)!)
  const bytes = readFileSync(join(folder, 'dist/harfbuzz-subset.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, {})
  const subsetter = instance.exports as unknown as Subsetter
  subsetter._initialize()
  return subsetter
}

/** The glyphs keep their numbers. */
export async function subsetFont(font: Uint8Array, glyphs: Iterable<number>): Promise<Uint8Array> {
  const hb = await (loaded ??= load())
  const data = hb.malloc(font.byteLength)
  new Uint8Array(hb.memory.buffer).set(font, data)
  const blob = hb.hb_blob_create(data, font.byteLength, HB_MEMORY_MODE_WRITABLE, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  hb.hb_blob_destroy(blob)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, FLAGS)
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES)
  for (const table of UNUSED_TABLES) hb.hb_set_add(dropped, tagOf(table))
  const glyphSet = hb.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs) hb.hb_set_add(glyphSet, glyph)
  const subset = hb.hb_subset_or_fail(face, input)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  if (subset === 0) {
    hb.free(data)
    throw new Error('The font cannot be reduced to its used glyphs')
  }
  const result = hb.hb_face_reference_blob(subset)
  const start = hb.hb_blob_get_data(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result))
  hb.hb_blob_destroy(result)
  hb.hb_face_destroy(subset)
  hb.free(data)
  return bytes
}

const tagOf = (name: string) => Buffer.from(name, 'latin1').readUInt32BE(0)
