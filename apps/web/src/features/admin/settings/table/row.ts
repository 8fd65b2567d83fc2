import type { MessageDescriptor } from '@lingui/core'
import type { DepositProcessor } from '@runnel/contract/deposit'
import type { Settings } from '@runnel/contract/settings/settings'
import type { TextInputProps } from '#ui/form/TextInput.tsx'

export type SettingName = keyof Settings

/** A name of a product is the same in every language, and stands as it is. */
export type Text = MessageDescriptor | string

export interface Choice {
  value: string
  label: Text
  hint?: MessageDescriptor
}

/**
 * One setting of the site. How it is edited follows from its value: a secret, a switch, a number, or a line of text,
 * unless the row says otherwise.
 */
export interface SettingRow {
  label: MessageDescriptor
  /** Below the field. */
  hint?: MessageDescriptor
  /** An amount in units with its worth in the site's currency, or text of several lines. */
  kind?: 'units' | 'text'
  /** What zero means for an amount. */
  zero?: MessageDescriptor
  choices?: readonly Choice[]
  /** What is said of a value that does not have the form of its setting. */
  format?: MessageDescriptor
  /** Attributes of the field that its value does not tell. */
  input?: Pick<TextInputProps, InputAttribute>
  /** An address of the site that is pasted elsewhere, shown below the field, with the words where. */
  address?: { of: DepositProcessor | 'google' | 'telegram'; hint: MessageDescriptor }
  /** The component that draws it instead, for a list or where other values count too. */
  part?: FieldPart
}

type InputAttribute = 'type' | 'inputMode' | 'maxLength' | 'optional' | 'spellCheck' | 'placeholder' | 'autoCapitalize'

/** Settings by name; where nothing else is to be said, the label alone is the row. */
export type SettingRows = { readonly [Name in SettingName]?: SettingRow | MessageDescriptor }

/** A card without a title and rows is only its note, as a line between cards. */
export interface SettingCard {
  title?: Text
  note?: MessageDescriptor
  rows?: SettingRows
  /** The fields stand in two columns, what a part draws above them. */
  columns?: true
  /** The component that draws all of it instead. */
  part?: CardPart
}

/** Cards below one another; a list in it stands in two columns, a list in that is one of the columns. */
export type Layout = SettingCard | readonly Layout[]

export interface SettingTab<Key extends string = string> {
  key: Key
  label: MessageDescriptor
  cards: readonly Layout[]
}

export type FieldPart =
  | 'banner'
  | 'bonusRewards'
  | 'captchaSecret'
  | 'captchaSiteKey'
  | 'claimLimit'
  | 'claimReward'
  | 'claimTimer'
  | 'countries'
  | 'depositMethods'
  | 'happyHours'
  | 'hue'
  | 'logo'
  | 'maintenanceTranslations'
  | 'networkShare'
  | 'prizes'
  | 'ptcPrices'
  | 'rateSources'
  | 'siteLanguage'
  | 'telegramChat'
  | 'viewerShare'

export type CardPart = 'payoutKeys' | 'sourceLimits' | 'texts'
