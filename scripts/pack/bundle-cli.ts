import { join } from 'node:path'
import { build } from 'rolldown'
import { ROOT } from './tarball.ts'

/**
 * Bundles the CLI into `folder` and returns the folders of the packages in it. Lazily imported
 * commands stay in files of their own, so that help does not read the contract.
 */
export async function bundleCli(folder: string): Promise<Set<string>> {
  const { output } = await build({
    input: join(ROOT, 'cli/src/reelay.ts'),
    platform: 'node',
    transform: { target: 'node22' },
    checks: { ineffectiveDynamicImport: false },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      minify: { mangle: false },
    },
  })
  return new Set(
    output
      .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
  )
}
