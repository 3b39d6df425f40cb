import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

export const SERVICE_WORKER = 'service-worker.js'
/** Files of `public` that the page loads. They are not in the bundle. */
const PUBLIC_FILES = ['scheme.js', 'mark.svg']

/**
 * Writes into the service worker which files it keeps. The fonts of single scripts are not among
 * them.
 */
export const listFilesToKeep: Plugin = {
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
    const files = [...names, ...PUBLIC_FILES].map((name) => `/${name}`)
    const version = createHash('sha256')
      .update(JSON.stringify([files, pages, worker.code]))
      .digest('hex')
      .slice(0, 12)
    worker.code = worker.code.replace(/(["'`])__FILES__\1/, () =>
      JSON.stringify([version, ...files]),
    )
  },
}
