// docs/reference/exit-codes.md
import { EXIT } from '../../../cli/src/exit.ts'
import { code, page, table } from './markdown.ts'

export const exitCodesPage = (): string => page(
  '# Exit codes of `reelay`',
  'For scripts that ask how it went. `reelay --help` prints the same table.',
  table(['Code', 'Means'], Object.values(EXIT).map((ending) => [code(ending.code), ending.means])),
)
