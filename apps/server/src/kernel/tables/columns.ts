import type { ColumnType, JSONColumnType } from 'kysely'

/** A moment: read as a date, written as one or as text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** An object that is written as its JSON text. */
export type Json<T extends object> = JSONColumnType<T, string, string>
