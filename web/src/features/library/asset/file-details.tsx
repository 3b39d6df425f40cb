import type { files } from '@reelay/api/contract'
import type { TFunction } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DescriptionList, type DescriptionItem } from '../../../ui/layout/description-list.tsx'
import { StatusTag } from '../../../ui/text/tag.tsx'
import { languageName, formatFrameRate, formatDuration } from '../../../ui/format/format.ts'
import styles from './file-details.module.css'

type File = files.File

/** What is wrong with a file, in words, and what the engine found in it. */
export function FileDetails({ file }: { file: File }) {
  const { t } = useTranslation('asset')
  const facts = file.media?.probe ? factsOf(file.media, t) : []
  if (!file.warnings.length && !facts.length) return null
  return (
    <div className={styles.below}>
      {file.warnings.length > 0 && <Warnings warnings={file.warnings} />}
      {facts.length > 0 && (
        <details className={styles.fold}>
          <summary>
            {t('tech.title')}
            <span className="visually-hidden"> {t('tech.of', { name: file.name })}</span>
          </summary>
          <div className={styles.facts}>
            <DescriptionList columns={4} facts={facts} />
          </div>
        </details>
      )}
    </div>
  )
}

function Warnings({ warnings }: Pick<File, 'warnings'>) {
  const { t } = useTranslation('asset')
  return (
    <ul className={styles.warnings} aria-label={t('tech.wrong')}>
      {warnings.map(({ code, message, severity }, index) => (
        <li key={`${code} ${index}`}>
          <StatusTag tone={severity === 'error' ? 'bad' : 'wait'}>
            {t(`tech.${severity}`)}
          </StatusTag>
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  )
}

function factsOf({ probe, sound }: files.Media, t: TFunction<'asset'>): DescriptionItem[] {
  const { video, audio = [], duration, timecode, format } = probe ?? {}
  const loudness = sound?.loudness
  return [
    [t('tech.container'), format && NAMES[format]],
    [
      t('tech.picture'),
      video &&
        `${codec(video.codec)}${video.profile ? ` ${video.profile}` : ''}${video.bitDepth ? `, ${video.bitDepth} bit` : ''}`,
    ],
    [t('tech.raster'), video && `${video.width} × ${video.height} (${video.aspect})`],
    [
      t('tech.rate'),
      video &&
        probe?.kind === 'video' &&
        `${formatFrameRate(video.frameRate)} fps${video.scan === 'interlaced' ? `, ${t('tech.interlaced')}` : ''}`,
    ],
    [t('tech.duration'), duration !== null && duration !== undefined && formatDuration(duration)],
    [t('tech.timecode'), timecode],
    [
      t('tech.sound'),
      audio
        .map(
          (track) =>
            `${codec(track.codec)}, ${track.layout || t('tech.channels', { count: track.channels })}, ${track.sampleRate / 1000} kHz${track.language ? `, ${languageName(track.language)}` : ''}`,
        )
        .join('\n'),
    ],
    [
      t('tech.loudness'),
      loudness &&
        t('tech.loudnessOf', {
          integrated: decibel(loudness.integrated),
          range: decibel(loudness.range),
          peak: decibel(loudness.truePeak),
        }),
    ],
  ].filter(([, value]) => value) as DescriptionItem[]
}

export const decibel = (value: number) => value.toFixed(1).replace('-', '−')
const codec = (name: string) => CODECS[name] ?? name.toUpperCase()
/** Those whose name is not just their code in capitals. */
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
const NAMES: Record<NonNullable<files.Media['probe']>['format'], string> = {
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
