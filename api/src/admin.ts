// The program of `reelay admin`: the operator's commands from the bundle of the service, if it is
// up to date.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBundled } from '@reelay/sandbox/bundle'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = [
  ...['api', 'fonts', 'media', 'pdf', 'sandbox', 'subtitles', 'translation-memory'].map(
    (name) => `${name}/src`,
  ),
  'package-lock.json',
]
const bundled = findBundled(
  join(ROOT, 'api/dist/admin-program.js'),
  SOURCES.map((path) => join(ROOT, path)),
)
await import(bundled ? pathToFileURL(bundled).href : './admin/admin-program.ts')
