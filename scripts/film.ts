// node scripts/film.ts <name>: renders a short film for trying things out.
import { mkdtemp, copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createMediaEngine } from '../api/src/media/engine.ts'

const [path] = process.argv.slice(2)
if (!path || !/\.(mp4|mov)$/.test(path)) throw new Error('Name the file, such as trailer.mp4')
const folder = await mkdtemp(join(tmpdir(), 'reelay-film-'))
try {
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: basename(path),
        title: basename(path),
        seconds: 8,
        width: 640,
        height: 360,
        frameRate: '25/1',
        scenes: 4,
        sound: 'speech-like',
      },
    },
    { folder },
  )
  await copyFile(join(folder, name), path)
} finally {
  await rm(folder, { recursive: true, force: true })
}
