// nginx and HAProxy with the files of deploy/, in front of two nodes on this machine.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../api/src/kernel/db/embedded.ts'

export type Proxy = { port: number; stop: () => Promise<void> }
export type ProxyName = 'nginx' | 'haproxy'

export const missingProxy = (name: ProxyName) =>
  spawnSync(name, ['-v']).status === 0 ? undefined : `${name} is not installed`

/** `nodes` are the ports of the two nodes. `folder` is for its configuration. */
export async function startProxy(
  name: ProxyName,
  nodes: readonly [number, number],
  folder: string,
): Promise<Proxy> {
  const port = await freePort()
  const child = START[name](port, nodes, folder)
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      // SIGKILL would leave the worker process of nginx behind.
      child.kill('SIGTERM')
      await ended
    },
  }
}

const START: Record<
  ProxyName,
  (port: number, nodes: readonly [number, number], folder: string) => ChildProcess
> = {
  nginx(port, [first, second], folder) {
    const server = readFileSync('deploy/nginx/cluster.conf', 'utf8')
      .replaceAll('10.0.0.11:4000', `127.0.0.1:${first}`)
      .replaceAll('10.0.0.12:4000', `127.0.0.1:${second}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n')
    const path = join(folder, 'nginx.conf')
    writeFileSync(
      path,
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
      events { worker_connections 4096; }
      http { access_log off; ${temporary} ${server} }\n`,
    )
    return spawn('nginx', ['-p', folder, '-c', path], { stdio: 'inherit' })
  },
  haproxy(port, [first, second], folder) {
    const path = join(folder, 'haproxy.cfg')
    const config = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    writeFileSync(path, config.replace('bind :8080', `bind 127.0.0.1:${port}`))
    return spawn('haproxy', ['-db', '-q', '-f', path], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE1: `127.0.0.1:${first}`, NODE2: `127.0.0.1:${second}` },
    })
  },
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  )
