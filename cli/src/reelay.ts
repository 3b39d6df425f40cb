#!/usr/bin/env node
// The terminal program.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

// Half of what --help costs is reading our own code. Kept in the person's own folder: what lies in
// the one for everybody's temporary files could have been put there by anybody.
const { XDG_CACHE_HOME } = process.env
enableCompileCache(
  join(
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'),
    'reelay',
  ),
)
// Whoever reads us may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const { run } = await import('./program.ts')
process.exitCode = await run(process.argv.slice(2))
