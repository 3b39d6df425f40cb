// npm run dev: writes the reference and the guide, then runs the service, restarted at every change,
// and the web app with hot reload.
import { spawn, spawnSync } from 'node:child_process'

spawnSync('node', ['scripts/build-reference.ts'], { stdio: 'inherit' })
spawnSync('node', ['scripts/guide.ts'], { stdio: 'inherit' })
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'api/src/server.ts'], { stdio: 'inherit' }),
  spawn('node', ['node_modules/vite/bin/vite.js', 'web'], { stdio: 'inherit' }),
]
for (const child of children) child.on('exit', (code) => stop(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0))

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
