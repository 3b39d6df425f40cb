import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.SERVICE_URL ?? 'http://localhost:4000'
const proxy = { '/api': service, '/docs': service, '/openapi.json': service }

/** Packages of the first load that rarely change. */
const LIBRARIES = [
  'preact',
  'use-sync-external-store',
  '@tanstack/(query-core|react-query|history|store|react-store|router-core|react-router)',
  'i18next',
]

/** The modules that each of these loads with static imports. */
const loadedBy = {
  'src/app/share-main.tsx': new Set<string>(),
  'src/features/today/today-page.tsx': new Set<string>(),
}
const findLoadedModules: Plugin = {
  name: 'find-loaded-modules',
  buildEnd() {
    for (const [path, modules] of Object.entries(loadedBy)) {
      const add = (id: string) => {
        if (modules.has(id)) return
        modules.add(id)
        this.getModuleInfo(id)?.importedIds.forEach(add)
      }
      add(`${import.meta.dirname}/${path}`)
    }
  },
}
const isOurs = (id: string) => id.startsWith(`${import.meta.dirname}/src/`)
const isEntry = (id: string) => /(\.html|main\.tsx|service-worker\.ts)$/.test(id)

/**
 * Few files, because a browser loads only six at a time over HTTP/1.1: without the groups below
 * `ui`, the page of an asset takes a hundred files. `$initial` leaves out what only single screens
 * need (player, charts).
 */
const groups = [
  // These change rarely, so browsers keep them in the cache across releases. i18n.ts and setup.ts
  // are here because everything imports them.
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: new RegExp(
      `node_modules/(${LIBRARIES.join('|')})/|web/(react|src/i18n/(i18n|setup))\\.ts`,
    ),
  },
  {
    name: 'ui',
    tags: ['$initial' as const],
    test: /web\/src\/(ui|features\/shared|app\/shell)\/|node_modules\/@mantine\/(core|hooks)\//,
  },
  // The page of a share link loads `common` and not `app`.
  {
    name: 'common',
    tags: ['$initial' as const],
    test: (id: string) => isOurs(id) && loadedBy['src/app/share-main.tsx'].has(id) && !isEntry(id),
  },
  { name: 'app', tags: ['$initial' as const], test: (id: string) => !isEntry(id) },
  // Today loads nothing of the groups below.
  {
    name: 'lists',
    test: (id: string) => isOurs(id) && loadedBy['src/features/today/today-page.tsx'].has(id),
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

/**
 * Preact draws the app: the first load is 58 kB smaller than with React (docs/decisions/0041). The
 * packages and our sources import `react`.
 */
const alias = [
  { find: /^react(-dom)?$/, replacement: `${import.meta.dirname}/react.ts` },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^typebox$/, replacement: `${import.meta.dirname}/typebox.ts` },
]

const DOCUMENTATION = /\b(?:summary|expects|unaudited):\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`),?/g

/** Validation is the task of the service. The app only needs the types of schemas. */
const SCHEMAS = /\b(?:params|query|body|record|reply): [A-Z]\w*,/g
const SCHEMA_BUILDERS = [
  'Type',
  'StrictObject',
  'StrictPartial',
  'Nullable',
  'BoundedArray',
  'CommaList',
  'Links',
  'endpoint',
]

/** Leaves out the documentation of endpoints and schemas, which only the service uses. */
const withoutDocumentation = {
  name: 'without-documentation',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/api\/src\/.*\bcontract\b/.test(id)
      ? code.replaceAll(DOCUMENTATION, '').replaceAll(SCHEMAS, '')
      : undefined,
}

/**
 * Writes into the service worker which files it keeps. The fonts of single scripts are not among
 * them.
 */
const listFilesToKeep: Plugin = {
  name: 'list-files-to-keep',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const worker = bundle[SERVICE_WORKER]
    if (worker?.type !== 'chunk') return
    const names = Object.keys(bundle).filter(
      (name) => /\.(js|css)$|inter-latin-wght/.test(name) && name !== SERVICE_WORKER,
    )
    const pages = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' && file.fileName === 'index.html' ? [String(file.source)] : [],
    )
    const files = [...names, 'scheme.js', 'mark.svg'].map((name) => `/${name}`)
    const version = createHash('sha256')
      .update(JSON.stringify([files, pages, worker.code]))
      .digest('hex')
      .slice(0, 12)
    worker.code = worker.code.replace(/(["'`])__FILES__\1/, () =>
      JSON.stringify([version, ...files]),
    )
  },
}
const SERVICE_WORKER = 'service-worker.js'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [withoutDocumentation, findLoadedModules, listFilesToKeep],
  resolve: { alias },
  build: {
    // The content security policy allows fonts from files only.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      // The page of a share link is an entry of its own: guests load no screen of the app. The path
      // of the service worker must not change.
      input: ['index.html', 'share.html', 'src/app/service-worker.ts'].map(
        (page) => `${import.meta.dirname}/${page}`,
      ),
      output: {
        codeSplitting: { groups },
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js',
      },
      treeshake: { manualPureFunctions: SCHEMA_BUILDERS },
      // Packages mark their modules with 'use client', which means nothing here.
      checks: { moduleLevelDirective: false },
    },
  },
  server: { proxy },
  preview: { proxy },
})
