import { translations, type lines } from '@reelay/api/contract'
import { randomKey } from '../../../api/random-key.ts'
import type { Service } from '../../../api/service.ts'
import type { EditorLine } from './draft.ts'

export type EditorServer = {
  write: (changes: lines.LineChange[]) => Promise<lines.EditResult>
  fetchChanges: (since: number) => Promise<lines.EditResult>
  edit: (edit: lines.LineEdit) => Promise<lines.EditResult>
  add: (line: lines.LineInput) => Promise<EditorLine>
  remove: (line: string) => Promise<void>
}

/** The requests of the editor for one translation. */
export function createEditorServer({ call }: Service, id: string): EditorServer {
  const { edit, changes, add, remove } = translations.translationLines
  const idempotent = () => ({ 'idempotency-key': randomKey() })
  return {
    write: (changed) =>
      call(edit, {
        params: { id },
        body: { kind: 'write', lines: changed.map((line) => ({ ...line, _id: line._id! })) },
      }),
    fetchChanges: (since) => call(changes, { params: { id }, query: { since: String(since) } }),
    edit: (body) => call(edit, { params: { id }, body, headers: idempotent() }),
    add: (body) => call(add, { params: { id }, body, headers: idempotent() }),
    remove: async (line) => {
      await call(remove, { params: { id, line } })
    },
  }
}
