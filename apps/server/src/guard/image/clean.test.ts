import { deflateSync } from 'node:zlib'
import { IMAGE_BYTES_MAX } from '@runnel/contract/constants'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { type Cleaned, createImageCleaner } from '#guard/image/clean.ts'
import { partsOfWebp, photo, photoOfAPlace, picture, plain, withChunk, withSegment } from '#test/images.ts'

vi.setConfig({ testTimeout: 60_000 })
const clean = createImageCleaner({ seconds: 60 })

/** The image that came of it; fails the test where none did. */
const kept = (cleaned: Cleaned) => {
  if (cleaned.kind !== 'ok') throw new Error(JSON.stringify(cleaned))
  return { ...cleaned, bytes: Buffer.from(cleaned.bytes) }
}

/** Nothing of what was hidden is left, and the file is a picture and nothing beside it. */
const expectBare = (bytes: Buffer, ...hidden: string[]): void => {
  for (const part of partsOfWebp(bytes)) expect(['VP8 ', 'VP8L', 'VP8X', 'ALPH']).toContain(part)
  for (const text of hidden) expect(bytes.includes(text), text).toBe(false)
}

describe('what is an image', () => {
  it.each(['png', 'webp', 'gif'] as const)('%s is drawn anew as WebP', async (type) => {
    const { bytes, ...rest } = kept(await clean(await picture(type)))
    expect(rest).toEqual({ kind: 'ok', width: 64, height: 48, type: 'image/webp' })
    expectBare(bytes)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  })

  it('keeps its colours, and its transparency', async () => {
    const jpeg = kept(await clean(await plain({ width: 9, height: 9 }).jpeg({ quality: 100 }).toBuffer()))
    const [red = 0, green = 0, blue = 0] = await sharp(jpeg.bytes).raw().toBuffer()
    expect([Math.abs(red - 0x33), Math.abs(green - 0x66), Math.abs(blue - 0xcc)].every((off) => off < 8)).toBe(true)
    const clear = { create: { width: 9, height: 9, channels: 4, background: '#ff000000' } } as const
    const png = kept(await clean(await sharp(clear).png().toBuffer()))
    expect(await sharp(png.bytes).metadata()).toMatchObject({ hasAlpha: true })
    expectBare(png.bytes)
  })

  it('stands upright, whatever way the camera was held', async () => {
    const lying = sharp({ create: { width: 40, height: 20, channels: 3, background: 'white' } })
    const marked = lying.composite([
      { input: await plain({ width: 10, height: 10 }).png().toBuffer(), left: 0, top: 0 },
    ])
    const { bytes, width, height } = kept(await clean(await marked.withMetadata({ orientation: 6 }).jpeg().toBuffer()))
    expect({ width, height }).toEqual({ width: 20, height: 40 })
    // Turned to the right: what was top left is top right.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[(3 * 20 + 16) * 3]).toBeLessThan(100)
    expect(data[(3 * 20 + 3) * 3]).toBeGreaterThan(200)
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
  })

  it('is made smaller where it is large, and never larger', async () => {
    const large = kept(await clean(await plain({ width: 5_000, height: 5_000 }).jpeg().toBuffer()))
    expect(large).toMatchObject({ width: 2_000, height: 2_000 })
    expect(kept(await clean(await plain({ width: 1_000, height: 4_000 }).png().toBuffer()))).toMatchObject({
      width: 500,
      height: 2_000,
    })
    const thin = kept(await clean(await plain({ width: 12_000, height: 1 }).png().toBuffer()))
    expect(thin).toMatchObject({ width: 2_000, height: 1 })
    expect(kept(await clean(await photo({ width: 3, height: 2 })))).toMatchObject({ width: 3, height: 2 })
  })

  it('may come in passes, as cameras and sites write it', async () => {
    const passes = await plain({ width: 4_000, height: 3_000 }).jpeg({ progressive: true }).toBuffer()
    expect(kept(await clean(passes))).toMatchObject({ width: 2_000, height: 1_500 })
    const lines = await plain({ width: 1_000, height: 1_000 }).png({ progressive: true }).toBuffer()
    expect(kept(await clean(lines))).toMatchObject({ width: 1_000, height: 1_000 })
  })

  it('is its first picture, where it moves', async () => {
    const frames = [
      await plain({ width: 30, height: 20 }).png().toBuffer(),
      await picture('png', { width: 30, height: 20 }),
    ]
    for (const type of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(type)
        .toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { bytes, width, height } = kept(await clean(moving))
      expect({ width, height }).toEqual({ width: 30, height: 20 })
      expectBare(bytes)
    }
  })
})

describe('what an image carries', () => {
  it('a position, a camera, a profile and notes are gone', async () => {
    const sent = await photoOfAPlace()
    expect(await sharp(sent).metadata()).toMatchObject({ exif: expect.anything(), xmp: expect.anything() })
    for (const text of ['SECRET-CAMERA', 'SECRET-XMP', 'ICC_PROFILE']) expect(sent.includes(text), text).toBe(true)
    const { bytes } = kept(await clean(sent))
    expectBare(bytes, 'SECRET', 'Exif', 'EXIF', 'XMP', 'xmpmeta', 'ICC', 'GPS')
    const found = await sharp(bytes).metadata()
    expect([found.exif, found.xmp, found.icc, found.iptc]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('a second image inside, comments and unknown segments are gone', async () => {
    const small = await photo({ width: 8, height: 8 })
    const thumbnail = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0SECRET-THUMB'), small])
    let sent = withSegment(await photo(), 0xe1, thumbnail)
    sent = withSegment(sent, 0xfe, Buffer.from('SECRET-COMMENT <?php system($_GET[0]); ?>'))
    sent = withSegment(sent, 0xed, Buffer.from('Photoshop 3.0\x008BIM SECRET-IPTC'))
    sent = withSegment(sent, 0xef, Buffer.from('SECRET-APP15'))
    expectBare(kept(await clean(sent)).bytes, 'SECRET', '<?php', 'JFIF', '8BIM')
  })

  it('texts of a PNG are gone', async () => {
    const png = await picture('png')
    const texts = withChunk(png, 'tEXt', Buffer.from('Comment\0SECRET <script>alert(1)</script>'))
    const packed = withChunk(texts, 'zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync('SECRET')]))
    const private_ = withChunk(packed, 'prVt', Buffer.from('SECRET'))
    expectBare(kept(await clean(private_)).bytes, 'SECRET', 'script', 'tEXt', 'IDAT')
  })

  it.each([
    ['a page', '<html><script>alert(document.cookie)</script></html>', '<script>'],
    ['an archive', 'PK\x03\x04\x14\0\0\0\0\0evil.exe', 'evil.exe'],
    ['a document', '%PDF-1.7\n1 0 obj <</JS (app.alert(1))>> endobj', '%PDF'],
    ['a program', 'MZ\x90\0\x03\0\0\0 This program cannot be run in DOS mode', 'DOS mode'],
    ['a program for a server', '<?php system($_GET["c"]); ?>', '<?php'],
  ])('%s behind it is gone', async (_name, hidden, mark) => {
    for (const sent of [await photo(), await picture('png'), await picture('gif'), await picture('webp')]) {
      const cleaned = await clean(Buffer.concat([sent, Buffer.from(hidden, 'latin1')]))
      // Either is right: a decoder may mind what does not belong there.
      if (cleaned.kind === 'ok') expectBare(kept(cleaned).bytes, mark, 'PK\x03\x04')
      else expect(cleaned).toMatchObject({ kind: 'refused', reason: 'broken' })
    }
    const jpeg = Buffer.concat([await photo(), Buffer.from(hidden, 'latin1')])
    expectBare(kept(await clean(jpeg)).bytes, mark)
  })

  it('a picture that is a script as well is only a picture afterwards', async () => {
    const gif = await picture('gif')
    // Read as JavaScript: GIF89a/* … */=1;alert(1)
    gif.write('/*', 6, 'latin1')
    const sent = Buffer.concat([gif, Buffer.from('*/=1;alert(1);//')])
    expect(sent.toString('latin1', 0, 8)).toBe('GIF89a/*')
    const { bytes } = kept(await clean(sent))
    expectBare(bytes, 'alert', '/*', 'GIF89a')
  })
})

describe('what is no image, or more than one should be', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>', 'type'],
    [
      'SVG behind a declaration',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg/>',
      'type',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'type'],
    ['PDF', '%PDF-1.7\n', 'type'],
    ['a ZIP', 'PK\x03\x04', 'type'],
    ['a program', 'MZ\x90\0', 'type'],
    ['TIFF', 'II*\0\x08\0\0\0', 'type'],
    ['BMP', 'BM\x46\0\0\0', 'type'],
    ['PostScript', '%!PS-Adobe-3.0', 'type'],
    ['a film', '\0\0\0\x20ftypisom', 'type'],
    ['HEIC', '\0\0\0\x20ftypheic\0\0\0\0', 'heic'],
    ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0', 'heic'],
    ['a JPEG by its first bytes alone', '\xff\xd8\xff\xe0<svg onload="alert(1)"/>', 'broken'],
    ['a PNG by its first bytes alone', '\x89PNG\r\n\x1a\n<html>', 'broken'],
    ['a GIF by its first bytes alone', 'GIF89a=1;alert(1)', 'broken'],
    ['a WebP by its first bytes alone', 'RIFF\x10\0\0\0WEBPVP8 \0\0\0\0', 'broken'],
    ['a sound', 'RIFF\x10\0\0\0WAVEfmt \0\0\0\0', 'type'],
  ])('%s is refused', async (_name, text, reason) => {
    expect(await clean(Buffer.from(text, 'latin1'))).toEqual({ kind: 'refused', reason, msg: expect.any(String) })
  })

  it('is refused by no decoder but the four, even when the first bytes lie', async () => {
    for (const type of ['tiff', 'avif'] as const) {
      const bytes = await plain({ width: 9, height: 9 }).toFormat(type).toBuffer()
      await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported/)
      expect(await clean(bytes)).toMatchObject({ kind: 'refused' })
    }
    await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')).metadata()).rejects.toThrow()
  })

  it('more bytes or more pixels than allowed are refused', async () => {
    const padded = Buffer.concat([await photo(), Buffer.alloc(IMAGE_BYTES_MAX)])
    expect(await clean(padded)).toMatchObject({ reason: 'bytes' })
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const fifty = await plain({ width: 8_000, height: 6_250 }).toFormat(type).toBuffer()
      expect(await clean(fifty), type).toMatchObject({ kind: 'refused', reason: 'pixels' })
    }
    expect(await clean(await plain({ width: 5_001, height: 5_000 }).png().toBuffer())).toMatchObject({
      reason: 'pixels',
    })
  })

  it('what is cut off or damaged is refused', async () => {
    const large = await photo({ width: 400, height: 300 })
    expect(await clean(large.subarray(0, large.length / 2))).toMatchObject({ kind: 'refused', reason: 'broken' })
    const png = await picture('png', { width: 400, height: 300 })
    expect(await clean(png.subarray(0, png.length / 2))).toMatchObject({ kind: 'refused', reason: 'broken' })
    png.fill(0, 1_000, 1_050)
    expect(await clean(png)).toMatchObject({ kind: 'refused', reason: 'broken' })
  })

  it('never throws, whatever the bytes', async () => {
    const images = [await photo(), await picture('png'), await picture('gif'), await picture('webp')]
    const change = fc.record({
      image: fc.constantFrom(...images),
      at: fc.nat(3_000),
      by: fc.uint8Array({ minLength: 1, maxLength: 12 }),
      cut: fc.option(fc.nat(3_000)),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ image, at, by, cut }) => {
        const bytes = Buffer.from(image)
        bytes.set(by.subarray(0, Math.max(0, bytes.length - (at % bytes.length))), at % bytes.length)
        const cleaned = await clean(cut === null ? bytes : bytes.subarray(0, cut))
        if (cleaned.kind === 'ok') expectBare(kept(cleaned).bytes)
        else expect(cleaned.kind).toBe('refused')
      }),
      { numRuns: 400, seed: 20_261_120 },
    )
  })
})
