// Puts the modules of the app into few files, because a browser loads only six at a time over
// HTTP/1.1: the page of an asset would take a hundred files.
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

const WEB = dirname(import.meta.dirname)

/** Packages of the first load that rarely change. */
const LIBRARIES = [
  'preact',
  'use-sync-external-store',
  '@tanstack/(query-core|react-query|history|store|react-store|router-core|react-router)',
  'i18next',
]

const sharePage = { entry: `${WEB}/src/app/share-main.tsx`, modules: new Set<string>() }
const today = { entry: `${WEB}/src/features/today/today-page.tsx`, modules: new Set<string>() }

/** Finds what the two pages load with static imports. It ends before modules get their group. */
export const findLoadedModules: Plugin = {
  name: 'find-loaded-modules',
  buildEnd() {
    for (const { entry, modules } of [sharePage, today]) {
      modules.add(entry)
      // Modules that are added on the way are visited, too.
      for (const id of modules)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
    }
  },
}

const isOurs = (id: string) => id.startsWith(`${WEB}/src/`)
const isEntry = (id: string) => /(\.html|main\.tsx|service-worker\.ts)$/.test(id)

/** With this tag, a group leaves out what only single screens need, such as the player. */
const FIRST_LOAD = ['$initial' as const]

/** The first group that fits gets the module. */
export const groups = [
  // These change rarely, so browsers keep them in the cache across releases. i18n.ts and setup.ts
  // are here because everything imports them.
  {
    name: 'libraries',
    tags: FIRST_LOAD,
    test: new RegExp(
      `node_modules/(${LIBRARIES.join('|')})/|web/(react|src/i18n/(i18n|setup))\\.ts`,
    ),
  },
  {
    name: 'ui',
    tags: FIRST_LOAD,
    test: /web\/src\/(ui|features\/shared|app\/shell)\/|node_modules\/@mantine\/(core|hooks)\//,
  },
  // The page of a share link loads `common` and not `app`.
  {
    name: 'common',
    tags: FIRST_LOAD,
    test: (id: string) => isOurs(id) && sharePage.modules.has(id) && !isEntry(id),
  },
  { name: 'app', tags: FIRST_LOAD, test: (id: string) => !isEntry(id) },
  // What several screens share. Today loads `lists` and none of those after it.
  {
    name: 'lists',
    test: (id: string) => isOurs(id) && today.modules.has(id),
    minShareCount: 2,
  },
  {
    name: 'screens',
    test: /web\/src\/(ui|features\/shared|api)\/|node_modules\/@(mantine|tanstack)\/|\/(api|client)\/src\//,
    minShareCount: 4,
  },
  {
    name: 'player',
    test: /web\/src\/(features\/(player|review|review-sessions|file-viewer)|ui\/layout\/workspace)\//,
    minShareCount: 2,
  },
  { name: 'features', test: /web\/src\/features\//, minShareCount: 3 },
]
