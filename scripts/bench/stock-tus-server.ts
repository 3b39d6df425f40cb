// @tus/server with its own file store, which neither syncs nor hashes. Forked by upload-speed.ts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const tus = new Server({
  path: '/api/uploads',
  datastore: new FileStore({ directory: process.argv[2]! }),
  relativeLocation: true,
})
const server = createServer((request, response) => void tus.handle(request, response))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
