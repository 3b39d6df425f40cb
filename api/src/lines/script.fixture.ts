import { loadFixtures } from '../../test/fixtures.ts'
import * as scripts from '../scripts/contract.ts'

const { scriptLines } = scripts
export const srt = (...cues: [start: number, text: string][]) =>
  cues
    .map(
      ([start, text], index) =>
        `${index + 1}\n00:00:0${start},000 --> 00:00:0${start},960\n${text}\n`,
    )
    .join('\n')

export async function createScript(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const params = {
    id: (
      await studio.call(scripts.createScript, {
        body: { asset: fixtures.a.asset._id, part: 'dialogue', language: 'eng' },
      })
    )._id,
  }
  const importFile = (body: string | Uint8Array, query: object = {}) =>
    studio.call(scriptLines.import, { params, body, query: { format: 'srt', ...query } as never })
  const read = async () =>
    (await studio.call(scriptLines.list, { params })).map(({ text, startTime }) => [
      text,
      startTime.slice(6),
    ])
  return { ...fixtures, studio, params, importFile, read }
}
