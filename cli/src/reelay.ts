#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

// Half the time of --help goes into parsing our own code. The cache is in the user's own folder:
// anybody could have put files into the shared temporary folder.
const { XDG_CACHE_HOME } = process.env
enableCompileCache(
  join(
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'),
    'reelay',
  ),
)
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const { run } = await import('./program.ts')
process.exitCode = await run(process.argv.slice(2))
