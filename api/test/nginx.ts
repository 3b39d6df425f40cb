// nginx with the configurations of the documentation.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/kernel/db/embedded.ts'

const DOCUMENTED = readFileSync(
  fileURLToPath(new URL('../../docs/nginx.conf', import.meta.url)),
  'utf8',
)
const SECONDS_TO_START = 10

export type Nginx = { port: number; stop: () => Promise<void> }
export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

/** In front of a service, as docs/nginx.conf says. `more` is added to its server block. */
export function startNginx({
  servicePort,
  dataDir,
  more = '',
}: {
  servicePort: number
  dataDir: string
  more?: string
}): Promise<Nginx> {
  return runNginx((port) =>
    DOCUMENTED.replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:4000', `127.0.0.1:${servicePort}`)
      .replace('/srv/reelay/', `${dataDir}/`)
      .replace('  location / {', `${more}\n  location / {`),
  )
}

/** With these server blocks, as an ordinary user. */
export async function runNginx(blocks: (port: number) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const config = [
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/pid;`,
    'error_log stderr emerg;',
    'events { worker_connections 4096; }',
    'http {',
    'access_log off;',
    temporary,
    `${blocks(port)}}\n`,
  ]
  writeFileSync(join(folder, 'nginx.conf'), config.join('\n'))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await waitUntilOpen(port)
  return {
    port,
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function waitUntilOpen(port: number) {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      }).on('error', () => resolve(false))
    })
  for (const end = Date.now() + SECONDS_TO_START * 1000; !(await isOpen()); await sleep(20))
    if (Date.now() > end) throw new Error(`Nothing listens on port ${port}`)
}
