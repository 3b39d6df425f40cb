import { useState } from 'react'
import type { files } from '@reelay/api/contract'
import type { TFunction } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DescriptionList, type DescriptionItem } from '../../../ui/layout/description-list.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { languageName, formatFrameRate, formatDuration } from '../../../ui/format/format.ts'
import styles from './file-details.module.css'

type File = files.File

/** The warnings and the technical details of a file. */
export function FileDetails({ file }: { file: File }) {
  const { t } = useTranslation('asset')
  const [isOpen, setOpen] = useState(false)
  const { media, warnings } = file
  if (!warnings.length && !media?.probe) return null
  return (
    <div className={styles.fileDetails}>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {media?.probe && (
        <details
          className={styles.details}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>
            {t('tech.title')}
            <span className="visually-hidden"> {t('tech.of', { name: file.name })}</span>
          </summary>
          {isOpen && (
            <div className={styles.properties}>
              <DescriptionList columns={4} items={detailsOf(media, t)} />
            </div>
          )}
        </details>
      )}
    </div>
  )
}

function Warnings({ warnings }: Pick<File, 'warnings'>) {
  const { t } = useTranslation('asset')
  return (
    <ul className={styles.warnings} aria-label={t('tech.problems')}>
      {warnings.map(({ code, message, severity }, index) => (
        <li key={`${code} ${index}`}>
          <StatusTag tone={severity === 'error' ? 'bad' : 'warning'}>
            {t(`tech.${severity}`)}
          </StatusTag>
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  )
}

function detailsOf({ probe, sound }: files.Media, t: TFunction<'asset'>): DescriptionItem[] {
  const { video, audio = [], duration, timecode, format } = probe ?? {}
  const loudness = sound?.loudness
  const isVideo = probe?.kind === 'video'
  return [
    [t('tech.container'), format && CONTAINERS[format]],
    [t('tech.video'), video && describeVideo(video)],
    [t('tech.resolution'), video && `${video.width} × ${video.height} (${video.aspect})`],
    [t('tech.frameRate'), video && isVideo && describeFrameRate(video, t)],
    [t('tech.duration'), duration !== null && duration !== undefined && formatDuration(duration)],
    [t('tech.timecode'), timecode],
    [t('tech.audio'), audio.map((track) => describeAudio(track, t)).join('\n')],
    [
      t('tech.loudness'),
      loudness &&
        t('tech.loudnessOf', {
          integrated: formatDecibels(loudness.integrated),
          range: formatDecibels(loudness.range),
          peak: formatDecibels(loudness.truePeak),
        }),
    ],
  ].filter(([, value]) => value) as DescriptionItem[]
}

type Probe = NonNullable<files.Media['probe']>
type Video = NonNullable<Probe['video']>

const describeVideo = ({ codec, profile, bitDepth }: Video) =>
  [[codecName(codec), profile].filter(Boolean).join(' '), bitDepth && `${bitDepth} bit`]
    .filter(Boolean)
    .join(', ')

const describeFrameRate = ({ frameRate, scan }: Video, t: TFunction<'asset'>) =>
  [`${formatFrameRate(frameRate)} fps`, scan === 'interlaced' && t('tech.interlaced')]
    .filter(Boolean)
    .join(', ')

const describeAudio = (
  { codec, layout, channels, sampleRate, language }: Probe['audio'][number],
  t: TFunction<'asset'>,
) =>
  [
    codecName(codec),
    layout || t('tech.channels', { count: channels }),
    `${sampleRate / 1000} kHz`,
    language && languageName(language),
  ]
    .filter(Boolean)
    .join(', ')

export const formatDecibels = (value: number) => value.toFixed(1).replace('-', '−')
const codecName = (name: string) => CODECS[name] ?? name.toUpperCase()
/** Codecs whose name is not just their code in capitals. */
const CODECS: Record<string, string> = {
  h264: 'H.264',
  hevc: 'H.265',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  mjpeg: 'JPEG',
  vp8: 'VP8',
  opus: 'Opus',
  vorbis: 'Vorbis',
  pcm_s16le: 'PCM 16 bit',
  pcm_s24le: 'PCM 24 bit',
  pcm_s16be: 'PCM 16 bit',
  pcm_s24be: 'PCM 24 bit',
}
const CONTAINERS: Record<Probe['format'], string> = {
  mov: 'MP4 or QuickTime',
  matroska: 'Matroska or WebM',
  mxf: 'MXF',
  avi: 'AVI',
  mpegts: 'MPEG transport stream',
  mpeg: 'MPEG program stream',
  flv: 'Flash video',
  asf: 'Windows Media',
  wav: 'WAV',
  aiff: 'AIFF',
  mp3: 'MP3',
  aac: 'AAC',
  flac: 'FLAC',
  ogg: 'Ogg',
  png: 'PNG',
  jpeg: 'JPEG',
  gif: 'GIF',
  webp: 'WebP',
  bmp: 'BMP',
  tiff: 'TIFF',
  dpx: 'DPX',
  exr: 'OpenEXR',
}
