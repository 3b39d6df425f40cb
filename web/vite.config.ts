import { defineConfig } from 'vite'
import { findLoadedModules, groups } from './build/chunks.ts'
import { listFilesToKeep, SERVICE_WORKER } from './build/service-worker.ts'
import { stripContracts } from './build/strip-contracts.ts'

const service = process.env.SERVICE_URL ?? 'http://localhost:4000'
const proxy = { '/api': service, '/docs': service, '/openapi.json': service }

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

/** Calls that are left out if nothing uses their result. */
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

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [stripContracts, findLoadedModules, listFilesToKeep],
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
