// What everybody gets who takes @tus/server as it comes: its own store of files, which neither
// syncs nor hashes. Forked by uploads.ts with a folder.
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
