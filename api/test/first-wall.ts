// Turns off the first wall between studios: the visibility conditions of the queries. Modules are
// replaced while they are loaded, so nothing in the service can do the same.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const ORIGINAL = '?original'

const VISIBILITY = `
  import { sql } from '../../kernel/db/sql.ts'
  import { serviceViewer } from './viewers.ts'
  export * from './visibility.ts${ORIGINAL}'
  const everything = () => sql\`true\`
  export const viewerOf = ({ _id }) => ({ ...serviceViewer, id: sql\`\${_id}\` })
  export {
    everything as seesStudio, everything as seesProject, everything as seesAsset,
    everything as seesFile, everything as seesPreview, everything as notEmbargoed,
    everything as seesWorkRequest, everything as seesTranslation,
  }`
const EVENTS = `
  import { sql } from '../../kernel/db/sql.ts'
  export const seesEvent = () => sql\`true\``
const PEOPLE = `
  import { sql } from '../../kernel/db/sql.ts'
  export const seesPerson = () => sql\`true\``

const REPLACED: Record<string, string> = {
  '/access/queries/visibility.ts': VISIBILITY,
  '/access/queries/event-visibility.ts': EVENTS,
  '/access/queries/people.ts': PEOPLE,
}
/** Conditions that are not made of those of the access module. */
const CHANGED: Record<string, [from: string, to: string]> = {
  '/audit/queries/entries.ts': ['reader.isAdmin', 'true'],
  '/audit/queries/verification.ts': ['reader.isAdmin', 'true'],
  '/downloads/queries/list.ts': ['sees: seesDownload(viewer)', 'sees: sql`true`'],
}

/** Call this before the service is imported. */
export function removeFirstWall(): { replaced: Set<string> } {
  const replaced = new Set<string>()
  registerHooks({
    load(url, context, nextLoad) {
      const endsUrl = (path: string) => url.endsWith(`/api/src${path}`)
      const stub = Object.keys(REPLACED).find(endsUrl)
      const changed = Object.keys(CHANGED).find(endsUrl)
      const path = stub ?? changed
      if (!path) return nextLoad(url, context)
      replaced.add(path)
      if (stub) return { format: 'module', source: REPLACED[stub]!, shortCircuit: true }
      const [from, to] = CHANGED[changed!]!
      const source = readFileSync(new URL(url), 'utf8')
      if (!source.includes(from)) throw new Error(`${changed} does not contain ${from}`)
      return {
        format: 'module-typescript',
        source: source.replaceAll(from, to),
        shortCircuit: true,
      }
    },
  })
  return { replaced }
}

export const FIRST_WALL_MODULES = [...Object.keys(REPLACED), ...Object.keys(CHANGED)]
