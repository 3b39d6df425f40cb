import { translations } from '@reelay/api/contract'
import { randomKey } from '../../../api/random-key.ts'
import type { Service } from '../../../api/service.ts'
import type { EditorServer } from './server-edits.ts'

/** The requests of the editor for one translation. */
export function createEditorServer({ call }: Service, id: string): EditorServer {
  const { edit, changes, add, remove } = translations.translationLines
  const idempotent = () => ({ 'idempotency-key': randomKey() })
  return {
    write: (lines) =>
      call(edit, {
        params: { id },
        body: { kind: 'write', lines: lines.map((line) => ({ ...line, _id: line._id! })) },
      }),
    pull: (since) => call(changes, { params: { id }, query: { since: String(since) } }),
    edit: (body) => call(edit, { params: { id }, body, headers: idempotent() }),
    add: (body) => call(add, { params: { id }, body, headers: idempotent() }),
    remove: async (line) => {
      await call(remove, { params: { id, line } })
    },
  }
}
