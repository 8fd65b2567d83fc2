import { Readable, Writable } from 'node:stream'

/** The driver's connection; its types leave out the messages of COPY. */
interface Wire {
  query(text: string): void
  readonly stream: { pause(): unknown; resume(): unknown; once(event: 'drain', act: () => void): unknown } & {
    readonly writableNeedDrain: boolean
  }
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

/** `COPY … TO STDOUT`, read as fast as its reader reads. */
export class CopyOut extends Readable {
  readonly #sql: string
  #wire: Wire | undefined
  constructor(sql: string) {
    super()
    this.#sql = sql
  }

  submit(wire: unknown): void {
    // What the driver hands to each statement that it sends.
    this.#wire = wire as Wire
    this.#wire.query(this.#sql)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver uses its buffer again.
    if (!this.push(Buffer.from(chunk))) this.#wire?.stream.pause()
  }

  handleCommandComplete(): void {
    this.push(null)
  }

  handleReadyForQuery(): void {
    this.#wire?.stream.resume()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#wire?.stream.resume()
    done(error)
  }
}

/** `COPY … FROM STDIN`, finished once the database has taken every row. */
export class CopyIn extends Writable {
  readonly #sql: string
  #wire: Wire | undefined
  #isTaking = false
  #whenTaking: ((error?: Error | null) => void) | undefined
  #whenDone: ((error?: Error | null) => void) | undefined
  constructor(sql: string) {
    super()
    this.#sql = sql
  }

  submit(wire: unknown): void {
    // What the driver hands to each statement that it sends.
    this.#wire = wire as Wire
    this.#wire.query(this.#sql)
  }

  handleCopyInResponse(): void {
    this.#isTaking = true
    this.#tell()
  }

  handleCommandComplete(): void {
    this.#isTaking = false
  }

  handleReadyForQuery(): void {
    this.#whenDone?.()
  }

  handleError(error: Error): void {
    this.#isTaking = false
    if (this.#whenTaking !== undefined) this.#tell(error)
    else if (this.#whenDone === undefined) this.destroy(error)
    else this.#whenDone(error)
  }

  #tell(error?: Error): void {
    this.#whenTaking?.(error)
    this.#whenTaking = undefined
  }

  override _construct(done: (error?: Error | null) => void): void {
    this.#whenTaking = done
  }

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    const wire = this.#wire
    wire?.sendCopyFromChunk(bytes)
    if (wire?.stream.writableNeedDrain === true) wire.stream.once('drain', () => done())
    else done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#whenDone = done
    this.#wire?.endCopyFrom()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#isTaking) this.#wire?.sendCopyFail('the rows could not be read')
    done(error)
  }
}
