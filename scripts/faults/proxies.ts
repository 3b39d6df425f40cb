// nginx and HAProxy with the files of deploy/, in front of two nodes on this machine.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { runNginx, waitUntilOpen, type Nginx } from '../../api/test/nginx.ts'

export type ProxyName = 'nginx' | 'haproxy'

export const missingProxy = (name: ProxyName) =>
  spawnSync(name, ['-v']).status === 0 ? undefined : `${name} is not installed`

/** `nodes` are the ports of the two nodes. `folder` is for the configuration. */
export const startProxy = (
  name: ProxyName,
  nodes: readonly [number, number],
  folder: string,
): Promise<Nginx> => (name === 'nginx' ? startCluster(nodes) : startHaproxy(nodes, folder))

const startCluster = ([first, second]: readonly [number, number]) =>
  runNginx((port) =>
    readFileSync('deploy/nginx/cluster.conf', 'utf8')
      .replaceAll('10.0.0.11:4000', `127.0.0.1:${first}`)
      .replaceAll('10.0.0.12:4000', `127.0.0.1:${second}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`),
  )

async function startHaproxy([first, second]: readonly [number, number], folder: string) {
  const port = await freePort()
  const path = join(folder, 'haproxy.cfg')
  const config = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
  writeFileSync(path, config.replace('bind :8080', `bind 127.0.0.1:${port}`))
  const child = spawn('haproxy', ['-db', '-q', '-f', path], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE1: `127.0.0.1:${first}`, NODE2: `127.0.0.1:${second}` },
  })
  await waitUntilOpen(port)
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { port, stop }
}
