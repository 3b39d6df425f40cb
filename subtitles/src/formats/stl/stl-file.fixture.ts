import { BLOCK_BYTES, FIELDS, HEADER_BYTES, type HeaderField } from './header.ts'

export type Block = {
  extension?: number
  cumulative?: number
  in?: number[]
  out?: number[]
  row?: number
  justified?: number
  comment?: boolean
  text: number[]
}

export const ascii = (text: string) => [...new TextEncoder().encode(text)]

/** Builds a file field by field, as a subtitling tool would write it. */
export function stlFile(
  blocks: Block[],
  headerFields: Partial<Record<HeaderField, string>> = {},
): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + blocks.length * BLOCK_BYTES).fill(
    0x20,
    0,
    HEADER_BYTES,
  )
  const fields = {
    codePage: '850',
    diskFormat: 'STL25.01',
    displayStandard: '1',
    codeTable: '00',
    rows: '23',
    startOfProgramme: '00000000',
    ...headerFields,
  }
  for (const [name, text] of Object.entries(fields))
    bytes.set(ascii(text), FIELDS[name as HeaderField][0])
  blocks.forEach((block, number) => {
    const tti = new Uint8Array(BLOCK_BYTES).fill(0x8f, 16)
    tti.set([
      0,
      number,
      0,
      block.extension ?? 0xff,
      block.cumulative ?? 0,
      ...(block.in ?? [0, 0, 1, 0]),
      ...(block.out ?? [0, 0, 2, 0]),
      block.row ?? 20,
      block.justified ?? 2,
      block.comment ? 1 : 0,
    ])
    tti.set(block.text.slice(0, 112), 16)
    bytes.set(tti, HEADER_BYTES + number * BLOCK_BYTES)
  })
  return bytes
}
