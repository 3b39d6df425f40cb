#!/usr/bin/env node
// The terminal program.
import { enableCompileCache } from 'node:module'

// Half of what --help costs is reading our own code.
enableCompileCache()
// Whoever reads us may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const { run } = await import('./program.ts')
process.exitCode = await run(process.argv.slice(2))
