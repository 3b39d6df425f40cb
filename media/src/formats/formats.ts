// The first bytes of a file decide which demuxer may read it; no other is tried. Playlists, scripts,
// subtitles, image sequences, SVG and PDF are not in the table, so no format that refers to other
// files or URLs is opened.
import { mediaTypeOf } from './media-type.ts'
import type { ContainerFormat } from '../types.ts'
import { MediaError } from '../media-error.ts'

type FormatReader = { format: ContainerFormat; demuxer: string; still?: true }
const READERS: Record<string, FormatReader> = {
  'video/mp4': { format: 'mov', demuxer: 'mov' },
  'audio/mp4': { format: 'mov', demuxer: 'mov' },
  'video/quicktime': { format: 'mov', demuxer: 'mov' },
  'video/x-matroska': { format: 'matroska', demuxer: 'matroska' },
  'application/mxf': { format: 'mxf', demuxer: 'mxf' },
  'video/x-msvideo': { format: 'avi', demuxer: 'avi' },
  'video/mp2t': { format: 'mpegts', demuxer: 'mpegts' },
  'video/mpeg': { format: 'mpeg', demuxer: 'mpeg' },
  'video/x-flv': { format: 'flv', demuxer: 'flv' },
  'video/x-ms-asf': { format: 'asf', demuxer: 'asf' },
  'audio/wav': { format: 'wav', demuxer: 'wav' },
  'audio/aiff': { format: 'aiff', demuxer: 'aiff' },
  'audio/mpeg': { format: 'mp3', demuxer: 'mp3' },
  'audio/aac': { format: 'aac', demuxer: 'aac' },
  'audio/flac': { format: 'flac', demuxer: 'flac' },
  'application/ogg': { format: 'ogg', demuxer: 'ogg' },
  'image/png': { format: 'png', demuxer: 'png_pipe', still: true },
  'image/jpeg': { format: 'jpeg', demuxer: 'jpeg_pipe', still: true },
  'image/gif': { format: 'gif', demuxer: 'gif', still: true },
  'image/webp': { format: 'webp', demuxer: 'webp_pipe', still: true },
  'image/tiff': { format: 'tiff', demuxer: 'tiff_pipe', still: true },
  'image/x-dpx': { format: 'dpx', demuxer: 'dpx_pipe', still: true },
  'image/x-exr': { format: 'exr', demuxer: 'exr_pipe', still: true },
}

export function detectReader(head: Buffer): FormatReader {
  if (head.length === 0) throw new MediaError('media.empty', 'The file is empty.')
  const type = mediaTypeOf(head)
  const reader = READERS[type]
  if (!reader)
    throw new MediaError(
      'media.unknown-format',
      `This is not a supported video, audio or image file: it is ${NAMES[type] ?? type}.`,
    )
  return reader
}

export function readerFor(format: ContainerFormat): FormatReader {
  return Object.values(READERS).find((reader) => reader.format === format)!
}

const NAMES: Record<string, string> = {
  'text/plain': 'plain text',
  'text/xml': 'an SVG drawing',
  'application/zip': 'a ZIP archive',
  'application/gzip': 'a gzip archive',
  'application/pdf': 'a PDF',
  'application/octet-stream': 'an unknown format',
}
