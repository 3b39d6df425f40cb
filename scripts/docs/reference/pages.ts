// All of docs/reference, as the declarations give it: path below it, and text.
import { checksPage } from './checks.ts'
import { COMMANDS } from '../../../cli/src/commands/definitions/all.ts'
import { apiPages } from './api.ts'
import { everyCall } from './calls.ts'
import { commandsPage } from './commands.ts'
import { configurationPage } from './configuration.ts'
import { eventsPage } from './events.ts'
import { permissionsPage } from './permissions.ts'
import { problemsPage } from './problems.ts'
import { readSources } from './sources.ts'

export function referencePages(): Map<string, string> {
  const sources = readSources()
  const calls = everyCall(sources)
  return new Map([
    ...apiPages(sources, calls),
    ['problems.md', problemsPage(sources, calls)],
    ['events.md', eventsPage()],
    ['permissions.md', permissionsPage()],
    ['configuration.md', configurationPage()],
    ['reelay.md', commandsPage(COMMANDS)],
    ['checks.md', checksPage()],
  ])
}
