// The generated pages of docs/reference: file name and text. The API itself is in the OpenAPI
// document.
import { checksPage } from './checks.ts'
import { COMMANDS } from '../../../cli/src/commands/definitions/all.ts'
import { findEndpoints } from './calls.ts'
import { commandsPage } from './commands.ts'
import { configurationPage } from './configuration.ts'
import { eventsPage } from './events.ts'
import { permissionsPage } from './permissions.ts'
import { problemsPage } from './problems.ts'
import { readSources } from './sources.ts'

export function referencePages(): Map<string, string> {
  const sources = readSources()
  const calls = findEndpoints(sources)
  return new Map([
    ['problems.md', problemsPage(sources, calls)],
    ['events.md', eventsPage()],
    ['permissions.md', permissionsPage()],
    ['configuration.md', configurationPage()],
    ['reelay.md', commandsPage(COMMANDS)],
    ['checks.md', checksPage()],
  ])
}
