import { useState } from 'react'
import { flushSync } from 'react-dom'
import { shares } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { locale } from '../../i18n/locale.ts'
import { formatNumber, languageName, territoryName } from '../../ui/format/format.ts'
import { Workspace, type WorkspaceTab } from '../../ui/layout/workspace/workspace.tsx'
import { Player } from '../player/player.tsx'
import { useStageFilm } from '../player/stage.ts'
import { useFilmOf, type Film } from '../player/use-film.ts'
import type { SignedSource } from '../player/use-signed-media.ts'
import { Drawing } from '../review/drawing.tsx'
import { noteShortcutFor } from '../review/shortcuts.ts'
import { CommentForm } from './comment-form.tsx'
import { DecisionForm } from './decision-form.tsx'
import { FileList } from './file-list.tsx'
import { GuestSessionBar } from './guest-session-bar.tsx'
import { NameForm } from './name-form.tsx'
import { readShare, type SharedFile, type SharedPage } from './share-client.ts'
import { useGuestSession, type GuestConnection } from './use-guest-session.ts'
import { useNotes, type Notes } from './use-notes.ts'

type Props = {
  share: SharedPage
  token: string
  onName: (name: string) => Promise<void>
  onChange: (share: SharedPage) => void
}

/** What is shared, in the workspace of the app: the player, and the review and files beside it. */
export function SharedWorkspace(props: Props) {
  const { share } = props
  const playable = share.files.filter(({ content, status }) => content && status !== 'none')
  const [chosen, setChosen] = useState(playable[0]?._id)
  const guest = useGuestSession(props.token, share.mayFollow && !isAnonymous(share))
  const led = guest?.isFollowing ? guest.session?.file : undefined
  const file = playable.find(({ _id }) => _id === (led ?? chosen)) ?? playable[0]
  const files = (
    <FileList
      share={share}
      playable={playable.map(({ _id }) => _id)}
      chosen={file?._id}
      onChoose={(id) => {
        if (id !== led) guest?.leave()
        setChosen(id)
      }}
    />
  )
  return file ? (
    <PlayedShare key={file._id} {...props} file={file} files={files} guest={guest} />
  ) : (
    <Arranged {...props} files={files} film={undefined} guest={guest} />
  )
}

type GuestProps = Props & { files: React.ReactNode; guest: GuestConnection | undefined }
type PlayedProps = GuestProps & { file: SharedFile }

function PlayedShare({ file, ...props }: PlayedProps) {
  const { token, share } = props
  const film = useFilmOf(sourceOf(token, file._id), file)
  const { media, controller, clock } = film
  useStageFilm({ kind: 'file', _id: file._id, media, controller, clock })
  const mayComment = share.mayComment && !isAnonymous(share) && file.film !== null
  const notes = useNotes(token, film, mayComment)
  return <Arranged {...props} film={{ ...film, file, notes }} />
}

/** The name of the guest is still missing. */
const isAnonymous = ({ guest }: SharedPage) => guest.email === null && guest.name === ''

const sourceOf = (token: string, id: string): SignedSource => ({
  key: [shares.getShared.path, id],
  load: async () => {
    const { files } = await readShare(token)
    const file = files.find(({ _id }) => _id === id)
    if (!file?.content) throw new Error('The file is no longer shared')
    return { ...file, path: file.content }
  },
  watch: shares.playShared,
})

type SharedDrawing = NonNullable<shares.SharedComment['drawing']>
type SharedFilm = Film & { file: SharedFile; notes: Notes }
type ArrangedProps = GuestProps & { film: SharedFilm | undefined }

function Arranged({ share, token, onName, onChange, files, film, guest }: ArrangedProps) {
  const { t } = useTranslation('shared')
  const isShown = share.files.length > 0
  const decision =
    isShown && share.mayDecide && !isAnonymous(share) ? (
      <DecisionForm share={share} token={token} onChange={onChange} />
    ) : null
  const nameForm = isShown && isAnonymous(share) && mayTakePart(share) && (
    <NameForm onSubmit={onName} />
  )
  // Without notes there is one tab, so that nobody searches for the files.
  const hasNotes = isShown && share.mayComment && film?.file.film != null
  const review: WorkspaceTab = {
    id: 'review',
    label: t('review'),
    content: (
      <div className="guest rail">
        <About share={share} />
        {nameForm}
        {decision}
        {film?.notes.isEnabled && <CommentForm film={film} notes={film.notes} />}
      </div>
    ),
  }
  const tabs: WorkspaceTab[] = [
    ...(hasNotes ? [review] : []),
    {
      id: 'files',
      label: t('filesTab'),
      count: share.files.length,
      content: (
        <div className="guest rail">
          {!hasNotes && <About share={share} />}
          {isShown && files}
          {!hasNotes && nameForm}
          {!hasNotes && decision}
        </div>
      ),
    },
  ]
  const [tab, setTab] = useState(tabs[0]!.id)
  /** The field is on the first tab. */
  const focusField = () => {
    flushSync(() => setTab('review'))
    film?.notes.focusField()
  }
  return (
    <Workspace
      title={keepDots(share.name) || t('sharedFiles')}
      lead={
        <>
          <Version share={share} />
          <Sender share={share} />
        </>
      }
      actions={guest && <GuestSessionBar guest={guest} />}
      stage={
        film ? (
          <Stage film={film} led={drawingOf(guest)} focusField={focusField} />
        ) : (
          <Nothing share={share} />
        )
      }
      tabs={tabs}
      tab={tabs.some(({ id }) => id === tab) ? tab : 'files'}
      onTab={setTab}
    />
  )
}

const mayTakePart = ({ mayComment, mayDecide, mayFollow }: SharedPage) =>
  mayComment || mayDecide || mayFollow

/** What the leader has drawn, while the guest follows. */
const drawingOf = (guest: GuestConnection | undefined) =>
  guest?.isFollowing ? guest.session?.drawing : undefined

type SharedFilmProps = { film: SharedFilm; led: SharedDrawing | undefined; focusField: () => void }

function Stage({ film, led, focusField }: SharedFilmProps) {
  const { t } = useTranslation(['shared', 'player'])
  const { file, notes } = film
  if (file.status !== 'ready')
    return (
      <p className="stage-note" role="status">
        {file.status === 'failed' ? t('notPlayable') : t('preparing')}
      </p>
    )
  return (
    <Player
      label={t('player:label', { name: file.name })}
      film={film}
      poster={file.poster}
      aspect={file.film?.aspect}
      image={film.kind === 'image' ? file.content! : undefined}
      pageShortcut={(event) =>
        notes.isEnabled ? noteShortcutFor(event, { ...notes, focusField }) : undefined
      }
      overlay={
        (notes.isEnabled || led) &&
        film.kind !== 'audio' && (
          <Drawing
            aspect={file.film?.aspect ?? '16:9'}
            strokes={led ?? notes.strokes}
            draft={notes.draft}
            setDraft={notes.setDraft}
            onStart={film.pause}
            onEnd={focusField}
          />
        )
      }
    />
  )
}

function Nothing({ share }: { share: SharedPage }) {
  const { t } = useTranslation('shared')
  return (
    <p className="stage-note" role="status">
      {share.files.length ? t('nothingToPlay') : t('embargo.all')}
    </p>
  )
}

/** No row starts with a dot. */
const keepDots = (text: string) => text.replaceAll(' · ', '\u00a0· ')

/** The version and the language that the guest is asked about. */
function Version({ share: { language, territory, version } }: { share: SharedPage }) {
  const { t } = useTranslation(['shared', 'review'])
  const parts = [
    territory && territoryName(territory.code, territory.name),
    language && languageName(language),
    version !== null && t('review:version', { version: formatNumber(version) }),
  ].filter(Boolean)
  return parts.length > 0 ? <strong>{keepDots(parts.join(' · '))}</strong> : null
}

function Sender({ share }: { share: SharedPage }) {
  const { t } = useTranslation('shared')
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(share.expires * 1000)
  return (
    <span>
      {keepDots(
        `${t('sharedBy', { name: share.from, studio: share.studio })} · ${t('until', { date })}`,
      )}
    </span>
  )
}

function About({ share }: { share: SharedPage }) {
  const { t } = useTranslation('shared')
  return (
    <>
      {share.message && (
        <p className="message" dir="auto">
          {share.message}
        </p>
      )}
      {share.embargoed && share.files.length > 0 && (
        <p className="embargo" role="status">
          {t('embargo.some')}
        </p>
      )}
    </>
  )
}
