import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { reportTrace } from '../renditions/rules/trace-report.ts'
import { adminCommand } from './command.ts'
import { openPlainStorage } from './plain-storage.ts'

export const trace = adminCommand<{ file: string; film?: string }>({
  name: 'trace',
  description:
    'Find the viewer of a leaked copy of a traceable film; prints unknown if that is not certain',
  args: [['<file>', 'the leaked copy']],
  flags: [['--film <id>', 'compare only with this file (default: every film that was watched)']],
  examples: ['admin trace leaked.mp4'],
  run: (config, { file, film }) =>
    withInstallation(config, async (installation) => {
      const { db } = installation
      const path = resolve(file)
      if (!existsSync(path)) throw new ConfigError(`There is no file ${path}`)
      // Written first: a trace that names somebody must not go unrecorded.
      await auditCommand(db, { action: 'admin trace', id: path, input: { film } })
      const { traceCopy } = await import('../renditions/reactions/trace.ts')
      const { createMediaEngine, MediaError } = await import('@reelay/media')
      const storage = await openPlainStorage(installation, config, { create: false })
      const engine = createMediaEngine(config.media)
      try {
        return reportTrace(await traceCopy({ db, storage, engine }, { path, film }))
      } catch (error) {
        if (!(error instanceof MediaError)) throw error
        throw new ConfigError(error.message.replace(/\.$/, ''))
      }
    }),
})
