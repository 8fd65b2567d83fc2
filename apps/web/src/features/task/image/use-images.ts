import { t } from '@lingui/core/macro'
import { IMAGE_BYTES_MAX, IMAGE_TYPES_TAKEN } from '@runnel/contract/constants'
import { IMAGES_MAX, type SubmissionDetail } from '@runnel/contract/task/schemas'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { messageOf } from '#api/failure.ts'
import { silence } from '#api/silent.ts'
import { task } from '#features/task/calls.ts'
import { imageName } from '#features/task/labels.ts'
import { toastError } from '#ui/overlay/toast.ts'
import type { ImagePlace } from './load-image.ts'

const side = 240

/** A small copy of an image, because photos themselves would fill the memory; null where it cannot be drawn. */
const createThumbnail = async (file: Blob): Promise<string | null> => {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return null
  }
}

/** One image on its way to the server, or there. */
export interface SentImage {
  key: string
  name: string
  /** A small copy to look at; null while it is drawn and where the browser cannot. */
  preview: string | null
  /** From 0 to 1. */
  share: number
  /** The server's name for it, once it has arrived. */
  id: string | null
  error: string | null
  /** Where one that was sent before is looked at. */
  place?: ImagePlace
}

/** Images that belong to what is being written: each is sent as soon as it is chosen. */
export const useImages = (before: readonly SentImage[] = []) => {
  const [images, setImages] = useState(before)
  const sending = useRef(new Map<string, AbortController>())
  const change = (key: string, changes: Partial<SentImage>) =>
    setImages((known) => known.map((image) => (image.key === key ? { ...image, ...changes } : image)))

  const send = async (key: string, file: File) => {
    const controller = new AbortController()
    sending.current.set(key, controller)
    change(key, { share: 0, error: null })
    try {
      const onProgress = (share: number) => change(key, { share })
      const { image } = await task.calls.upload({ file, onProgress, signal: silence(controller.signal) })
      change(key, { id: image._id, share: 1 })
    } catch (error) {
      change(key, { error: messageOf(error) })
    } finally {
      sending.current.delete(key)
    }
  }

  const add = (files: readonly File[]) => {
    const fitting = files.filter(isFitting)
    const room = IMAGES_MAX - images.length
    if (fitting.length > room) toastError(tooManyText())
    for (const file of fitting.slice(0, Math.max(0, room))) {
      const key = newIdempotencyKey()
      const image = { key, name: file.name, preview: null, share: 0, id: null, error: null }
      setImages((known) => [...known, image])
      void createThumbnail(file).then((preview) => change(key, { preview }))
      void send(key, file)
    }
  }

  return {
    images,
    ids: images.flatMap(({ id }) => id ?? []),
    isSending: images.some(({ id, error }) => id === null && error === null),
    isBroken: images.some(({ error }) => error !== null),
    add,
    remove: (key: string) => {
      sending.current.get(key)?.abort()
      setImages((known) => known.filter((image) => image.key !== key))
    },
  }
}

export type Images = ReturnType<typeof useImages>

/** Images that came back with a submission, to be sent again or left out. */
export const imagesBefore = ({ _id, images }: Pick<SubmissionDetail, '_id' | 'images'>): SentImage[] =>
  images.map((image, index) => ({
    key: image._id,
    name: imageName(index),
    preview: null,
    share: 1,
    id: image._id,
    error: null,
    place: { submissionId: _id, imageId: image._id },
  }))

/** The server looks again, and more closely; this only saves the way there. */
const isFitting = (file: File): boolean => {
  const types: readonly string[] = IMAGE_TYPES_TAKEN
  const { name } = file
  if (!types.includes(file.type)) {
    toastError(t({ id: 'task.images.type', message: `${name}: use a JPEG, PNG, WebP or GIF image.` }))
    return false
  }
  if (file.size > IMAGE_BYTES_MAX) {
    toastError(t({ id: 'task.images.size', message: `${name}: images can be up to 5 MB.` }))
    return false
  }
  return true
}

const tooManyText = (): string =>
  t({ id: 'task.images.many', message: `You can upload up to ${IMAGES_MAX} images. Remove one first.` })
