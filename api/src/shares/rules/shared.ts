import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { archiveFileName, archiveOf } from '../../downloads/rules/archive.ts'
import { presentPlayback } from '../../renditions/rules/playback.ts'
import type { SharedFile, SharedPage } from '../contract.ts'
import type { StoredPlayback } from '../../renditions/rules/playback.ts'

export type StoredSharedFile = {
  _id: string
  file: string
  name: string
  length: number
  mime: string
  sha256: string
  playback: StoredPlayback
}
export type StoredSharedPage = Omit<SharedPage, 'files' | 'archive' | 'embargoed' | 'logo'> & {
  hasLogo: boolean
  _id: string
  subject: string | null
  created: number
  sessionExpires: number
  hidden: number
  files: StoredSharedFile[]
}

/** `now` is in seconds. Signed URLs work as long as the session. */
export function presentSharedPage(
  {
    _id,
    subject: _subject,
    created,
    sessionExpires,
    hidden,
    hasLogo,
    files,
    ...page
  }: StoredSharedPage,
  { sign }: Pick<ReplyContext, 'sign'>,
  now: number,
): SharedPage {
  const signForSession = (path: string) => sign(path, Math.max(1, sessionExpires - now))
  return {
    ...page,
    logo: hasLogo ? signForSession('/shared/logo') : null,
    files: files.map((file) => presentSharedFile(file, page.mayDownload, signForSession)),
    embargoed: hidden > 0,
    archive:
      page.mayDownload && files.length > 0
        ? {
            url: signForSession('/shared/archive'),
            name: sharedArchiveName(page),
            length: archiveOf(
              files.map(({ name, length, sha256 }) => ({ name, length, key: sha256 })),
              created,
            ).length,
          }
        : null,
  }
}

function presentSharedFile(
  { file: _file, playback, ...file }: StoredSharedFile,
  mayDownload: boolean,
  sign: (path: string) => string,
): SharedFile {
  const path = `/shared/${file._id}`
  return {
    ...file,
    content: playback ? sign(`${path}/content`) : null,
    ...presentPlayback(playback, path, sign),
    download: mayDownload ? sign(`${path}/file`) : null,
  }
}

export const sharedArchiveName = ({ name }: Pick<SharedPage, 'name'>) =>
  archiveFileName(name || 'Shared files')
