// Written by `npm run messages -w @runnel/server` from en.po.
import type { Value } from '#kernel/words/say.ts'

type Nothing = Readonly<Record<never, never>>

export interface Messages {
  readonly 'adUrl.credentials': Nothing
  readonly 'adUrl.host': Nothing
  readonly 'adUrl.notAnAddress': Nothing
  readonly 'adUrl.notHttps': Nothing
  readonly 'adUrl.notVideo': Nothing
  readonly 'adUrl.notYoutube': Nothing
  readonly 'adUrl.ownSite': Nothing
  readonly 'adUrl.port': Nothing
  readonly 'adUrl.tooLong': { readonly most: Value }
  readonly 'advertise.adTypeViewTime': Nothing
  readonly 'advertise.addMostMoreViews': { readonly rest: number }
  readonly 'advertise.addViewsRejectedCampaign': Nothing
  readonly 'advertise.campaignChanged': { readonly from: string; readonly to: string }
  readonly 'advertise.campaignCreatedNowReview': Nothing
  readonly 'advertise.campaignFound': Nothing
  readonly 'advertise.campaignMustApprovedFirst': Nothing
  readonly 'advertise.campaignPausedSiteTeam': Nothing
  readonly 'advertise.chooseAdTypeNew': Nothing
  readonly 'advertise.chooseAdTypeYoutube': Nothing
  readonly 'advertise.costsButDepositBalance': { readonly needed: Value; readonly held: Value }
  readonly 'advertise.editCampaign': { readonly status: string }
  readonly 'advertise.minimumViews': { readonly fewest: number }
  readonly 'advertise.pageEmbedded': Nothing
  readonly 'advertise.pricesChangedSinceCampaign': Nothing
  readonly 'advertise.savedWillReviewedBefore': Nothing
  readonly 'advertise.siteTeamPaused': Nothing
  readonly 'advertise.tooManyViewsChoose': Nothing
  readonly 'advertise.urlVideoFileChoose': Nothing
  readonly 'advertise.urlWebPageMp4': Nothing
  readonly 'advertise.videoFile': { readonly contentType: Value }
  readonly 'advertise.videoFileSize': { readonly contentType: Value; readonly megabytes: Value }
  readonly 'advertise.viewsAdded': { readonly views: number }
  readonly 'advertise.youtubeVideo': Nothing
  readonly 'alreadyDecided': { readonly count: number }
  readonly 'apiKey.alreadyRevoked': Nothing
  readonly 'apiKey.created': Nothing
  readonly 'apiKey.nameTaken': { readonly name: Value }
  readonly 'apiKey.notForKeys': Nothing
  readonly 'apiKey.revoked': Nothing
  readonly 'apiKey.scopeMissing': { readonly scopes: Value }
  readonly 'apiKey.staffOnly': Nothing
  readonly 'apiKey.tooMany': { readonly most: Value }
  readonly 'auth.confirmAge': { readonly age: Value }
  readonly 'auth.countryClosedRegister': Nothing
  readonly 'auth.emailAddressVerified': Nothing
  readonly 'auth.ifAccountExistsAddress': Nothing
  readonly 'auth.linkExpiredAlreadyUsed': Nothing
  readonly 'auth.passwordResetSignNow': Nothing
  readonly 'auth.registrationClosed': Nothing
  readonly 'auth.signExpiredPleaseSign': Nothing
  readonly 'auth.signedOut': Nothing
  readonly 'auth.usernameReservedChooseAnother': Nothing
  readonly 'auth.usernameTakenChooseAnother': Nothing
  readonly 'auth.welcomeWeveEmailedLink': { readonly username: Value }
  readonly 'auth.wrongAlreadyUsedCode': Nothing
  readonly 'auth.wrongUsernameEmailPassword': Nothing
  readonly 'bonus.alreadyClaimedTodaysBonus': Nothing
  readonly 'bonus.claimsFirst': { readonly missing: number }
  readonly 'bonus.dayAvailableTodayDay': { readonly day: Value; readonly turn: Value }
  readonly 'bonus.dayAvailableYetAlready': { readonly day: Value; readonly turn: Value }
  readonly 'challenge.alreadyClaimedChallenge': { readonly period: string }
  readonly 'challenge.challengeCompletedYet': { readonly made: Value; readonly requirement: Value }
  readonly 'challenge.challengeNoLongerAvailable': Nothing
  readonly 'check.captchaExpiredSolveNew': Nothing
  readonly 'check.captchaPracticeRound': Nothing
  readonly 'check.captchaServiceRespondingTry': Nothing
  readonly 'check.severalWrongAnswersRow': Nothing
  readonly 'check.shortCooldownContinue': { readonly wait: Value }
  readonly 'check.theseImagesExpiredHere': Nothing
  readonly 'check.tooManyNewCaptchas': Nothing
  readonly 'check.wrongAnswerTryAgain': Nothing
  readonly 'claim.accountReviewClaimWhen': Nothing
  readonly 'claim.anotherAccountClaimedDevice': { readonly what: string }
  readonly 'claim.anotherAccountHadAlready': { readonly what: string }
  readonly 'contact.closedSkipped': { readonly count: Value; readonly skipped: Value }
  readonly 'contact.closedWithoutReply': Nothing
  readonly 'contact.messageAlreadyBeenClosed': Nothing
  readonly 'contact.messageAlreadyOpen': Nothing
  readonly 'contact.messageFound': Nothing
  readonly 'contact.messageReopened': Nothing
  readonly 'contact.messageSentReplyEmail': Nothing
  readonly 'contact.replySent': Nothing
  readonly 'content.ageRecord': Nothing
  readonly 'content.closedEarn': { readonly countries: Value }
  readonly 'content.closedRegister': { readonly countries: Value }
  readonly 'content.closedWithdraw': { readonly countries: Value }
  readonly 'content.contactPage': Nothing
  readonly 'coupon.alreadyRedeemedCoupon': Nothing
  readonly 'coupon.couponCodeExpired': Nothing
  readonly 'coupon.couponReachedRedemptionLimit': Nothing
  readonly 'coupon.couponRedeemedFromUtc': { readonly start: Value }
  readonly 'coupon.couponRequiresLevelLevel': { readonly level: Value; readonly own: Value }
  readonly 'coupon.couponRequiresVerifiedEmail': Nothing
  readonly 'coupon.invalidCouponCodeCheck': Nothing
  readonly 'coupon.tooManyInvalidCodes': { readonly wait: Value }
  readonly 'coupon.tooManyInvalidCodesFrom': { readonly wait: Value }
  readonly 'csv.accepted': Nothing
  readonly 'csv.account': Nothing
  readonly 'csv.amountUnits': Nothing
  readonly 'csv.balanceAfterUnits': Nothing
  readonly 'csv.category': Nothing
  readonly 'csv.country': Nothing
  readonly 'csv.created': Nothing
  readonly 'csv.device': Nothing
  readonly 'csv.disputed': Nothing
  readonly 'csv.escrowUnits': Nothing
  readonly 'csv.feeUnits': Nothing
  readonly 'csv.id': Nothing
  readonly 'csv.judged': Nothing
  readonly 'csv.kind': Nothing
  readonly 'csv.networkHash': Nothing
  readonly 'csv.no': Nothing
  readonly 'csv.outgoingUnits': Nothing
  readonly 'csv.outgoingValue': Nothing
  readonly 'csv.owner': Nothing
  readonly 'csv.paidUnits': Nothing
  readonly 'csv.places': Nothing
  readonly 'csv.reason': Nothing
  readonly 'csv.receivedUnits': Nothing
  readonly 'csv.receivedValue': Nothing
  readonly 'csv.reference': Nothing
  readonly 'csv.rewardUnits': Nothing
  readonly 'csv.secondsWatched': Nothing
  readonly 'csv.spentUnits': Nothing
  readonly 'csv.status': Nothing
  readonly 'csv.task': Nothing
  readonly 'csv.time': Nothing
  readonly 'csv.title': Nothing
  readonly 'csv.transactions': Nothing
  readonly 'csv.valueCurrency': Nothing
  readonly 'csv.verdict': Nothing
  readonly 'csv.waiting': Nothing
  readonly 'csv.worker': Nothing
  readonly 'csv.year': Nothing
  readonly 'csv.yes': Nothing
  readonly 'deleted': Nothing
  readonly 'deletedRefunded': { readonly refunded: Value }
  readonly 'deposit.depositAt': { readonly siteName: Value }
  readonly 'deposit.depositFound': Nothing
  readonly 'deposit.depositMethodAvailableChoose': Nothing
  readonly 'deposit.depositMethodCurrentlyUnavailable': Nothing
  readonly 'deposit.exchangeFaucetBonusRewards': { readonly free: Value; readonly held: Value }
  readonly 'deposit.exchangedDepositBalance': { readonly amount: Value }
  readonly 'deposit.exchangedWithBonus': { readonly amount: Value; readonly bonus: Value }
  readonly 'deposit.invoiceAlreadyBeenPaid': Nothing
  readonly 'deposit.paymentProcessorCouldntCreate': Nothing
  readonly 'deposit.theMaximumIs': { readonly maximum: Value }
  readonly 'deposit.theMinimumIs': { readonly minimum: Value }
  readonly 'deposit.unpaidDepositsPayOne': { readonly open: number }
  readonly 'faucet.faucetCurrentlyDisabled': Nothing
  readonly 'faucet.fullRewardsUsedUp': Nothing
  readonly 'faucet.hoursRewardsUsedUp': { readonly when: Value }
  readonly 'faucet.networksShareTodaysRewards': { readonly when: Value }
  readonly 'faucet.nextClaimReady': { readonly wait: Value }
  readonly 'faucet.reachedDailyLimitClaims': { readonly dailyClaimLimit: number }
  readonly 'faucet.todaysReducedRewardsUsed': Nothing
  readonly 'google.accountLocked': Nothing
  readonly 'google.confirmPasswordAuthenticationCode': Nothing
  readonly 'google.googleHasntVerifiedEmail': Nothing
  readonly 'google.pleaseSign': Nothing
  readonly 'google.usernameAlreadySet': Nothing
  readonly 'google.welcome': { readonly username: Value }
  readonly 'google.wrongPassword': Nothing
  readonly 'home.cardEarned': Nothing
  readonly 'home.cardMedian': Nothing
  readonly 'home.cardPaid': Nothing
  readonly 'home.cardTitle': Nothing
  readonly 'image.heicAvifImagesArent': Nothing
  readonly 'image.imageDamagedUploadAnother': Nothing
  readonly 'image.imageEmpty': Nothing
  readonly 'image.imageServiceBusyTry': Nothing
  readonly 'image.imageTakesTooLong': Nothing
  readonly 'image.imagesUpMb': { readonly megabytes: Value }
  readonly 'image.imagesUpMillionPixels': { readonly megapixels: Value }
  readonly 'image.unsupportedFileUseJpeg': Nothing
  readonly 'leaderboard.hidden': Nothing
  readonly 'leaderboard.winner': { readonly rank: Value; readonly name: Value; readonly value: Value; readonly prize: Value }
  readonly 'leaderboard.winnersMonth': { readonly month: Value }
  readonly 'leaderboard.winnersToday': { readonly date: Value }
  readonly 'leaderboard.winnersWeek': { readonly date: Value }
  readonly 'link.browserCouldntShowStarted': Nothing
  readonly 'link.completedTooQuicklyVisit': Nothing
  readonly 'link.completedWhileShortlinksPaused': Nothing
  readonly 'link.lastVisitsTookAlmost': { readonly count: number; readonly name: Value }
  readonly 'link.openedShortlinkAgainOnly': Nothing
  readonly 'link.openedShortlinkAgainSince': Nothing
  readonly 'link.reachedDailyLimitShortlink': Nothing
  readonly 'link.respondingDoesntCountToward': { readonly name: Value }
  readonly 'link.returnedAfterSFar': { readonly seconds: Value }
  readonly 'link.returnedFromShortlinkAfter': { readonly seconds: Value }
  readonly 'link.rewardAboveRemainingFull': Nothing
  readonly 'link.shortlinkAvailableCountry': Nothing
  readonly 'link.shortlinkNoLongerAvailable': Nothing
  readonly 'link.shortlinkRespondingWillRetried': { readonly wait: Value }
  readonly 'link.todaysBudgetHadNo': Nothing
  readonly 'link.visitAlreadyEndedStart': Nothing
  readonly 'link.visitBelongsAnotherAccount': Nothing
  readonly 'link.visitExpiredStartNew': Nothing
  readonly 'link.visitFoundStartNew': Nothing
  readonly 'link.visitLooksUnusualReview': Nothing
  readonly 'link.visitStartedAnotherBrowser': Nothing
  readonly 'locked': Nothing
  readonly 'lockedFor': { readonly reason: Value }
  readonly 'mail.accountAnswered.button': Nothing
  readonly 'mail.accountAnswered.subject': { readonly site: Value }
  readonly 'mail.accountAnswered.text': Nothing
  readonly 'mail.accountDeleted.subject': { readonly site: Value }
  readonly 'mail.accountDeleted.text': Nothing
  readonly 'mail.accountDeleted.text2': { readonly url: Value }
  readonly 'mail.accountLocked.button': Nothing
  readonly 'mail.accountLocked.subject': { readonly site: Value }
  readonly 'mail.accountLocked.text': { readonly site: Value; readonly reason: Value }
  readonly 'mail.accountLocked.text2': Nothing
  readonly 'mail.apiKeyAdded.subject': { readonly site: Value }
  readonly 'mail.apiKeyAdded.text': { readonly name: Value }
  readonly 'mail.campaignRejected.button': Nothing
  readonly 'mail.campaignRejected.subject': { readonly site: Value }
  readonly 'mail.campaignRejected.text': { readonly title: Value; readonly amount: Value }
  readonly 'mail.contact.quote': { readonly day: Value }
  readonly 'mail.depositCredited.button': Nothing
  readonly 'mail.depositCredited.subject': { readonly site: Value }
  readonly 'mail.depositCredited.text': { readonly amount: Value }
  readonly 'mail.digest.balance': { readonly units: Value; readonly amount: Value }
  readonly 'mail.digest.button': Nothing
  readonly 'mail.digest.more': { readonly count: number }
  readonly 'mail.digest.subject': { readonly site: Value; readonly count: number }
  readonly 'mail.digest.text': { readonly since: Value }
  readonly 'mail.digest.unsubscribe': Nothing
  readonly 'mail.disputeLost.button': Nothing
  readonly 'mail.disputeLost.subject': { readonly site: Value }
  readonly 'mail.disputeLost.text': { readonly title: Value }
  readonly 'mail.disputeOpened.button': Nothing
  readonly 'mail.disputeOpened.subject': { readonly site: Value }
  readonly 'mail.disputeOpened.text': { readonly title: Value }
  readonly 'mail.disputeOpened.text2': { readonly reason: Value }
  readonly 'mail.disputeWon.button': Nothing
  readonly 'mail.disputeWon.subject': { readonly site: Value }
  readonly 'mail.disputeWon.text': { readonly title: Value }
  readonly 'mail.emailChanged.subject': { readonly site: Value }
  readonly 'mail.emailChanged.text': Nothing
  readonly 'mail.emailChanged.text2': { readonly url: Value }
  readonly 'mail.greeting': { readonly username: Value }
  readonly 'mail.importedUser.button': Nothing
  readonly 'mail.importedUser.subject': { readonly site: Value }
  readonly 'mail.importedUser.text': { readonly site: Value; readonly username: Value }
  readonly 'mail.importedUser.text2': { readonly url: Value }
  readonly 'mail.notYou': { readonly url: Value }
  readonly 'mail.passkeyAdded.subject': { readonly site: Value }
  readonly 'mail.passkeyAdded.text': { readonly name: Value }
  readonly 'mail.passkeyCopied.subject': { readonly site: Value }
  readonly 'mail.passkeyCopied.text': { readonly name: Value }
  readonly 'mail.passkeyRemoved.subject': { readonly site: Value }
  readonly 'mail.passkeyRemoved.text': { readonly name: Value }
  readonly 'mail.passwordChanged.subject': { readonly site: Value }
  readonly 'mail.passwordChanged.text': Nothing
  readonly 'mail.passwordReset.button': Nothing
  readonly 'mail.passwordReset.subject': { readonly site: Value }
  readonly 'mail.passwordReset.text': Nothing
  readonly 'mail.passwordReset.text2': Nothing
  readonly 'mail.payoutAddressAdded.subject': { readonly site: Value }
  readonly 'mail.payoutAddressAdded.text': { readonly method: Value; readonly address: Value }
  readonly 'mail.payoutAddressAdded.text2': { readonly hours: number }
  readonly 'mail.preferences': { readonly url: Value }
  readonly 'mail.providerLinked.subject': { readonly provider: Value; readonly site: Value }
  readonly 'mail.providerLinked.text': { readonly provider: Value; readonly account: Value }
  readonly 'mail.providerUnlinked.subject': { readonly provider: Value; readonly site: Value }
  readonly 'mail.providerUnlinked.text': { readonly provider: Value; readonly account: Value }
  readonly 'mail.reason': { readonly reason: Value }
  readonly 'mail.recoveryCodeUsed.subject': { readonly site: Value }
  readonly 'mail.recoveryCodeUsed.text': { readonly left: Value }
  readonly 'mail.submissionDenied.button': Nothing
  readonly 'mail.submissionDenied.subject': { readonly site: Value }
  readonly 'mail.submissionDenied.text': { readonly title: Value }
  readonly 'mail.submissionRevision.button': Nothing
  readonly 'mail.submissionRevision.subject': { readonly site: Value }
  readonly 'mail.submissionRevision.text': { readonly title: Value }
  readonly 'mail.submissionRevision.text2': { readonly reason: Value }
  readonly 'mail.taskRejected.button': Nothing
  readonly 'mail.taskRejected.subject': { readonly site: Value }
  readonly 'mail.taskRejected.text': { readonly title: Value; readonly amount: Value }
  readonly 'mail.taskReviewDue.button': Nothing
  readonly 'mail.taskReviewDue.subject': { readonly site: Value }
  readonly 'mail.taskReviewDue.text': { readonly count: number; readonly title: Value }
  readonly 'mail.twoStepOff.subject': { readonly site: Value }
  readonly 'mail.twoStepOff.text': Nothing
  readonly 'mail.twoStepOn.subject': { readonly site: Value }
  readonly 'mail.twoStepOn.text': Nothing
  readonly 'mail.verify.button': Nothing
  readonly 'mail.verify.subject': { readonly site: Value }
  readonly 'mail.verify.text': { readonly site: Value }
  readonly 'mail.verify.text2': Nothing
  readonly 'mail.webhookAdded.subject': { readonly site: Value }
  readonly 'mail.webhookAdded.text': { readonly host: Value }
  readonly 'mail.withdrawalFailed.button': Nothing
  readonly 'mail.withdrawalFailed.subject': { readonly site: Value }
  readonly 'mail.withdrawalFailed.text': { readonly amount: Value; readonly currency: Value }
  readonly 'mail.withdrawalPaid.button': Nothing
  readonly 'mail.withdrawalPaid.subject': { readonly site: Value }
  readonly 'mail.withdrawalPaid.text': { readonly receives: Value; readonly currency: Value; readonly amount: Value }
  readonly 'mail.withdrawalPaid.text2': { readonly txId: Value }
  readonly 'mail.withdrawalRejected.button': Nothing
  readonly 'mail.withdrawalRejected.subject': { readonly site: Value }
  readonly 'mail.withdrawalRejected.text': { readonly amount: Value; readonly currency: Value }
  readonly 'money.oweReversedRewardsAnything': { readonly debt: Value }
  readonly 'money.rewardAboveRemainingFull': Nothing
  readonly 'notification.addressAdded': { readonly method: Value }
  readonly 'notification.addressAdded.text': { readonly address: Value }
  readonly 'notification.adjusted': Nothing
  readonly 'notification.adjusted.text': { readonly amount: Value; readonly reason: Value }
  readonly 'notification.apiKeyAdded': Nothing
  readonly 'notification.apiKeyAdded.text': { readonly name: Value }
  readonly 'notification.appealAnswered': Nothing
  readonly 'notification.approved': Nothing
  readonly 'notification.campaignApproved': Nothing
  readonly 'notification.campaignCompleted': Nothing
  readonly 'notification.campaignDeleted': { readonly amount: Value }
  readonly 'notification.campaignPaused': Nothing
  readonly 'notification.campaignRejected': { readonly amount: Value }
  readonly 'notification.campaignReturned': { readonly amount: Value }
  readonly 'notification.campaignReview': Nothing
  readonly 'notification.contactAnswered': Nothing
  readonly 'notification.contactAnswered.text': { readonly subject: Value }
  readonly 'notification.depositCredited': Nothing
  readonly 'notification.depositCredited.text': { readonly amount: Value }
  readonly 'notification.disputeAnswered': Nothing
  readonly 'notification.disputeLost': Nothing
  readonly 'notification.disputeOpened': Nothing
  readonly 'notification.disputeWon': Nothing
  readonly 'notification.emailVerified': Nothing
  readonly 'notification.emailVerified.text': Nothing
  readonly 'notification.failed': Nothing
  readonly 'notification.levelUp': { readonly level: Value }
  readonly 'notification.levelUp.text': Nothing
  readonly 'notification.linkPaid': { readonly amount: Value }
  readonly 'notification.linkRefused': { readonly amount: Value }
  readonly 'notification.locked': Nothing
  readonly 'notification.measured': Nothing
  readonly 'notification.newDevice': Nothing
  readonly 'notification.newDevice.text': { readonly device: Value }
  readonly 'notification.offerChargedBack': { readonly amount: Value }
  readonly 'notification.offerCredited': { readonly amount: Value }
  readonly 'notification.offerHeld': { readonly days: number; readonly amount: Value }
  readonly 'notification.offerReleased': { readonly amount: Value }
  readonly 'notification.paid': Nothing
  readonly 'notification.passkeyAdded': Nothing
  readonly 'notification.passkeyAdded.text': { readonly name: Value }
  readonly 'notification.passkeyCopied': Nothing
  readonly 'notification.passkeyCopied.text': { readonly name: Value }
  readonly 'notification.passkeyRemoved': Nothing
  readonly 'notification.passkeyRemoved.text': { readonly name: Value }
  readonly 'notification.passwordChanged': Nothing
  readonly 'notification.passwordChanged.text': Nothing
  readonly 'notification.prizeWon': { readonly amount: Value }
  readonly 'notification.prizeWon.text': { readonly rank: Value }
  readonly 'notification.providerLinked': { readonly provider: Value }
  readonly 'notification.providerUnlinked': { readonly provider: Value }
  readonly 'notification.recoveryCodeUsed': Nothing
  readonly 'notification.recoveryCodeUsed.text': { readonly left: Value }
  readonly 'notification.referralJoined': { readonly username: Value }
  readonly 'notification.referralJoined.text': Nothing
  readonly 'notification.rejected': Nothing
  readonly 'notification.released': Nothing
  readonly 'notification.released.text': { readonly amount: Value }
  readonly 'notification.reportDeclined': Nothing
  readonly 'notification.reportPassed': Nothing
  readonly 'notification.requested': Nothing
  readonly 'notification.siteAlert': Nothing
  readonly 'notification.submissionAccepted': { readonly amount: Value }
  readonly 'notification.submissionDenied': Nothing
  readonly 'notification.submissionExpired': Nothing
  readonly 'notification.submissionReopened': Nothing
  readonly 'notification.submissionRevision': Nothing
  readonly 'notification.taskApproved': Nothing
  readonly 'notification.taskCompleted': Nothing
  readonly 'notification.taskPaused': Nothing
  readonly 'notification.taskRejected': { readonly amount: Value }
  readonly 'notification.taskReviewDue': { readonly count: number }
  readonly 'notification.taskSent': { readonly username: Value }
  readonly 'notification.taskUpdateAccepted': Nothing
  readonly 'notification.taskUpdateDenied': Nothing
  readonly 'notification.twoStepOff': Nothing
  readonly 'notification.twoStepOff.text': Nothing
  readonly 'notification.twoStepOn': Nothing
  readonly 'notification.twoStepOn.text': Nothing
  readonly 'notification.unlocked': Nothing
  readonly 'notification.viewReturned': { readonly amount: Value }
  readonly 'notification.webhookAdded': Nothing
  readonly 'notification.webhookAdded.text': { readonly host: Value }
  readonly 'notification.webhookDisabled': Nothing
  readonly 'notification.webhookDisabled.text': { readonly host: Value }
  readonly 'notification.welcome': Nothing
  readonly 'notification.welcome.text': Nothing
  readonly 'offerwall.alreadyReportedClick': Nothing
  readonly 'offerwall.clickFound': Nothing
  readonly 'offerwall.offerNoLongerAvailable': Nothing
  readonly 'offerwall.offerwallFound': Nothing
  readonly 'offerwall.openReportsWaitUntil': { readonly open: number }
  readonly 'offerwall.reportSentYoullNotified': Nothing
  readonly 'offerwall.respondingTryAnotherOffer': { readonly name: Value }
  readonly 'offerwall.reversedReward': { readonly name: Value }
  readonly 'offerwall.rewardCreditedItsListed': Nothing
  readonly 'oidc.anotherLinked': { readonly provider: Value }
  readonly 'oidc.linked': { readonly provider: Value }
  readonly 'oidc.noneLinked': { readonly provider: Value }
  readonly 'oidc.notResponding': { readonly provider: Value }
  readonly 'oidc.notYours': { readonly provider: Value }
  readonly 'oidc.off': { readonly provider: Value }
  readonly 'oidc.stale': Nothing
  readonly 'oidc.taken': { readonly provider: Value }
  readonly 'oidc.unconfirmed': { readonly provider: Value }
  readonly 'oidc.unknown': { readonly provider: Value }
  readonly 'oidc.unlinked': { readonly provider: Value }
  readonly 'outflow.challenges': Nothing
  readonly 'outflow.dailyBonus': Nothing
  readonly 'outflow.offerwalls': Nothing
  readonly 'outflow.pausedForCheck': { readonly source: string }
  readonly 'outflow.payingCommission': Nothing
  readonly 'outflow.payingOut': Nothing
  readonly 'outflow.payingPrizes': Nothing
  readonly 'outflow.redeemingCoupons': Nothing
  readonly 'outflow.rewardExceedsSitesDaily': Nothing
  readonly 'outflow.shortlinks': Nothing
  readonly 'outflow.startingTasks': Nothing
  readonly 'outflow.theFaucet': Nothing
  readonly 'outflow.todaysBudgetNoRoom': Nothing
  readonly 'outflow.usedUpToday': { readonly source: string }
  readonly 'outflow.viewingAds': Nothing
  readonly 'ownData.accountBeenDeleted': Nothing
  readonly 'ownData.campaignStillActiveDelete': { readonly title: Value }
  readonly 'ownData.depositConfirmedYetWait': Nothing
  readonly 'ownData.sessionEndedPleaseSign': Nothing
  readonly 'ownData.staffAccountsDeletedHere': Nothing
  readonly 'ownData.stillBalanceWithdrawConfirm': Nothing
  readonly 'ownData.taskStillOpenSubmissions': { readonly title: Value }
  readonly 'ownData.userDeletedAccount': Nothing
  readonly 'ownData.withdrawalProgressWaitUntil': Nothing
  readonly 'ownData.wrongUsername': Nothing
  readonly 'owner.advertise.campaignApproved': Nothing
  readonly 'owner.advertise.campaignChangedReload': Nothing
  readonly 'owner.advertise.campaignDeletedRefundedAdvertiser': { readonly back: Value }
  readonly 'owner.advertise.campaignPaused': Nothing
  readonly 'owner.advertise.campaignRejectedRefunded': Nothing
  readonly 'owner.advertise.decided': { readonly decision: string; readonly count: number }
  readonly 'owner.advertise.decidedSkipped': { readonly count: number }
  readonly 'owner.approval.add': { readonly sum: Value; readonly account: string; readonly username: Value }
  readonly 'owner.approval.alreadyWaitingSecondAdmin': Nothing
  readonly 'owner.approval.anotherAdminMustApprove': Nothing
  readonly 'owner.approval.approvalRequestFound': Nothing
  readonly 'owner.approval.approvedCompleted': Nothing
  readonly 'owner.approval.changeAlreadyWaitingSecond': Nothing
  readonly 'owner.approval.deduct': { readonly sum: Value; readonly account: string; readonly username: Value }
  readonly 'owner.approval.denied': Nothing
  readonly 'owner.approval.payWithdrawal': { readonly sum: Value; readonly username: Value }
  readonly 'owner.approval.refundWithdrawalBecauseNever': { readonly sum: Value; readonly username: Value }
  readonly 'owner.approval.requestAlreadyBeenDecided': Nothing
  readonly 'owner.approval.requestCanceled': Nothing
  readonly 'owner.approval.requestExpiredCreateNew': Nothing
  readonly 'owner.approval.requesterNoLongerAdmin': Nothing
  readonly 'owner.approval.reverseTransaction': { readonly sum: Value; readonly username: Value }
  readonly 'owner.approval.secondAdminMustApprove': Nothing
  readonly 'owner.approval.withdrawalAlreadyBeenDecided': Nothing
  readonly 'owner.audit.newSecret': Nothing
  readonly 'owner.audit.noSecret': Nothing
  readonly 'owner.audit.permanent': Nothing
  readonly 'owner.audit.untilReleased': Nothing
  readonly 'owner.captcha.captchaProviderReachedFrom': Nothing
  readonly 'owner.captcha.captchaProviderRejectedSecret': Nothing
  readonly 'owner.challenge.add': { readonly kind: Value; readonly requirement: Value; readonly period: Value; readonly reward: Value }
  readonly 'owner.challenge.challengeAdded': Nothing
  readonly 'owner.challenge.challengeFound': Nothing
  readonly 'owner.challenge.challengeSaved': Nothing
  readonly 'owner.challenge.change': { readonly kind: Value; readonly requirement: Value; readonly period: Value; readonly reward: Value }
  readonly 'owner.challenge.levelChallengeOnlyOne': Nothing
  readonly 'owner.challenge.periodFixed': Nothing
  readonly 'owner.challenge.usersAlreadyClaimedChallenge': Nothing
  readonly 'owner.coupon.codeAlreadyExists': Nothing
  readonly 'owner.coupon.codeBeenRedeemedTimes': { readonly uses: number }
  readonly 'owner.coupon.couponCreated': Nothing
  readonly 'owner.coupon.couponFound': Nothing
  readonly 'owner.coupon.couponSaved': Nothing
  readonly 'owner.coupon.couponsCreated': { readonly made: number }
  readonly 'owner.coupon.createCoupon': { readonly key: Value; readonly uses: number; readonly name: Value; readonly reward: Value }
  readonly 'owner.coupon.createCoupons': { readonly count: number; readonly uses: number; readonly name: Value; readonly reward: Value }
  readonly 'owner.coupon.deleted': { readonly removed: Value }
  readonly 'owner.coupon.disabledInstead': { readonly count: number }
  readonly 'owner.coupon.editCoupon': { readonly code: Value; readonly uses: number; readonly name: Value; readonly reward: Value }
  readonly 'owner.coupon.expiryDateMustAfter': Nothing
  readonly 'owner.csv.accounts': Nothing
  readonly 'owner.csv.act': Nothing
  readonly 'owner.csv.action': Nothing
  readonly 'owner.csv.active': Nothing
  readonly 'owner.csv.added': Nothing
  readonly 'owner.csv.address': Nothing
  readonly 'owner.csv.after': Nothing
  readonly 'owner.csv.alike': Nothing
  readonly 'owner.csv.amount': Nothing
  readonly 'owner.csv.answer': Nothing
  readonly 'owner.csv.answeredAt': Nothing
  readonly 'owner.csv.answeredBy': Nothing
  readonly 'owner.csv.answers': Nothing
  readonly 'owner.csv.at': Nothing
  readonly 'owner.csv.automatic': Nothing
  readonly 'owner.csv.average': Nothing
  readonly 'owner.csv.averageSeconds': Nothing
  readonly 'owner.csv.balance': Nothing
  readonly 'owner.csv.balanceUnits': Nothing
  readonly 'owner.csv.before': Nothing
  readonly 'owner.csv.body': Nothing
  readonly 'owner.csv.by': Nothing
  readonly 'owner.csv.cause': Nothing
  readonly 'owner.csv.challengesRight': Nothing
  readonly 'owner.csv.challengesWrong': Nothing
  readonly 'owner.csv.chargeBacks': Nothing
  readonly 'owner.csv.chargedBackUnits': Nothing
  readonly 'owner.csv.claims': Nothing
  readonly 'owner.csv.code': Nothing
  readonly 'owner.csv.completed': Nothing
  readonly 'owner.csv.contact': Nothing
  readonly 'owner.csv.costUnits': Nothing
  readonly 'owner.csv.count': Nothing
  readonly 'owner.csv.credited': Nothing
  readonly 'owner.csv.creditedUnits': Nothing
  readonly 'owner.csv.credits': Nothing
  readonly 'owner.csv.currency': Nothing
  readonly 'owner.csv.day': Nothing
  readonly 'owner.csv.debtUnits': Nothing
  readonly 'owner.csv.decided': Nothing
  readonly 'owner.csv.decidedBy': Nothing
  readonly 'owner.csv.deposit': Nothing
  readonly 'owner.csv.depositBalanceUnits': Nothing
  readonly 'owner.csv.deposited': Nothing
  readonly 'owner.csv.detail': Nothing
  readonly 'owner.csv.devices': Nothing
  readonly 'owner.csv.earnedFrom': { readonly source: Value }
  readonly 'owner.csv.earnedUnits': Nothing
  readonly 'owner.csv.email': Nothing
  readonly 'owner.csv.emailVerified': Nothing
  readonly 'owner.csv.errors': Nothing
  readonly 'owner.csv.failed': Nothing
  readonly 'owner.csv.fee': Nothing
  readonly 'owner.csv.finishedAt': Nothing
  readonly 'owner.csv.firstSeenAt': Nothing
  readonly 'owner.csv.from': Nothing
  readonly 'owner.csv.held': Nothing
  readonly 'owner.csv.heldBalanceUnits': Nothing
  readonly 'owner.csv.highestScore': Nothing
  readonly 'owner.csv.hosting': Nothing
  readonly 'owner.csv.jobFailures': Nothing
  readonly 'owner.csv.joinedAt': Nothing
  readonly 'owner.csv.lastSeenAt': Nothing
  readonly 'owner.csv.level': Nothing
  readonly 'owner.csv.limit': Nothing
  readonly 'owner.csv.link': Nothing
  readonly 'owner.csv.lockReason': Nothing
  readonly 'owner.csv.locked': Nothing
  readonly 'owner.csv.lockedAt': Nothing
  readonly 'owner.csv.lockedUntil': Nothing
  readonly 'owner.csv.logins': Nothing
  readonly 'owner.csv.mails': Nothing
  readonly 'owner.csv.mailsSent': Nothing
  readonly 'owner.csv.mailsWaiting': Nothing
  readonly 'owner.csv.marginUnits': Nothing
  readonly 'owner.csv.measured': Nothing
  readonly 'owner.csv.measures': Nothing
  readonly 'owner.csv.medianSeconds': Nothing
  readonly 'owner.csv.message': Nothing
  readonly 'owner.csv.method': Nothing
  readonly 'owner.csv.minLevel': Nothing
  readonly 'owner.csv.name': Nothing
  readonly 'owner.csv.network': Nothing
  readonly 'owner.csv.note': Nothing
  readonly 'owner.csv.offer': Nothing
  readonly 'owner.csv.openAppeal': Nothing
  readonly 'owner.csv.opened': Nothing
  readonly 'owner.csv.outcome': Nothing
  readonly 'owner.csv.p95Seconds': Nothing
  readonly 'owner.csv.paid': Nothing
  readonly 'owner.csv.paidAmount': Nothing
  readonly 'owner.csv.paidOutUnits': Nothing
  readonly 'owner.csv.pinned': Nothing
  readonly 'owner.csv.points': Nothing
  readonly 'owner.csv.priceUnits': Nothing
  readonly 'owner.csv.problems': Nothing
  readonly 'owner.csv.processor': Nothing
  readonly 'owner.csv.proposedBy': Nothing
  readonly 'owner.csv.provider': Nothing
  readonly 'owner.csv.published': Nothing
  readonly 'owner.csv.query': Nothing
  readonly 'owner.csv.rare': Nothing
  readonly 'owner.csv.reasonCount': Nothing
  readonly 'owner.csv.reasons': Nothing
  readonly 'owner.csv.reasonsForReview': Nothing
  readonly 'owner.csv.receives': Nothing
  readonly 'owner.csv.referrersLinked': Nothing
  readonly 'owner.csv.refused': Nothing
  readonly 'owner.csv.registrations': Nothing
  readonly 'owner.csv.rejected': Nothing
  readonly 'owner.csv.releasedAt': Nothing
  readonly 'owner.csv.remaining': Nothing
  readonly 'owner.csv.reports': Nothing
  readonly 'owner.csv.resumedAt': Nothing
  readonly 'owner.csv.resumedBy': Nothing
  readonly 'owner.csv.revenueUnits': Nothing
  readonly 'owner.csv.reward': Nothing
  readonly 'owner.csv.role': Nothing
  readonly 'owner.csv.rows': Nothing
  readonly 'owner.csv.sample': Nothing
  readonly 'owner.csv.score': Nothing
  readonly 'owner.csv.seconds': Nothing
  readonly 'owner.csv.sentAt': Nothing
  readonly 'owner.csv.skipped': Nothing
  readonly 'owner.csv.source': Nothing
  readonly 'owner.csv.startedAt': Nothing
  readonly 'owner.csv.state': Nothing
  readonly 'owner.csv.subject': Nothing
  readonly 'owner.csv.takenUnits': Nothing
  readonly 'owner.csv.target': Nothing
  readonly 'owner.csv.targetName': Nothing
  readonly 'owner.csv.text': Nothing
  readonly 'owner.csv.tied': Nothing
  readonly 'owner.csv.totalEarnedUnits': Nothing
  readonly 'owner.csv.transaction': Nothing
  readonly 'owner.csv.trap': Nothing
  readonly 'owner.csv.traps': Nothing
  readonly 'owner.csv.unknown': Nothing
  readonly 'owner.csv.until': Nothing
  readonly 'owner.csv.url': Nothing
  readonly 'owner.csv.userId': Nothing
  readonly 'owner.csv.username': Nothing
  readonly 'owner.csv.users': Nothing
  readonly 'owner.csv.uses': Nothing
  readonly 'owner.csv.usesMax': Nothing
  readonly 'owner.csv.usual': Nothing
  readonly 'owner.csv.usualSeconds': Nothing
  readonly 'owner.csv.verifiedOnly': Nothing
  readonly 'owner.csv.views': Nothing
  readonly 'owner.csv.wall': Nothing
  readonly 'owner.csv.why': Nothing
  readonly 'owner.csv.withdrawals': Nothing
  readonly 'owner.deposit.containsNoDepositSite': Nothing
  readonly 'owner.deposit.couldntRead': Nothing
  readonly 'owner.deposit.invalidSignature': Nothing
  readonly 'owner.deposit.invalidSignatureConfirmed': { readonly told: Value }
  readonly 'owner.deposit.paymentUnread': { readonly reason: Value; readonly processor: Value; readonly id: Value }
  readonly 'owner.deposit.processorStatusDepositStatus': { readonly kind: Value; readonly status: Value; readonly credited: Value }
  readonly 'owner.deposit.tooManyWebhooksDeposit': Nothing
  readonly 'owner.deposit.tooManyWebhooksWithout': Nothing
  readonly 'owner.import.accountEmailAddressAlready': Nothing
  readonly 'owner.import.accountsWouldCreated': { readonly count: number; readonly balance: Value }
  readonly 'owner.import.anotherImportRunningWait': Nothing
  readonly 'owner.import.balanceNotAmount': Nothing
  readonly 'owner.import.balanceNotUnits': Nothing
  readonly 'owner.import.balancesTooLargeCheck': Nothing
  readonly 'owner.import.depositBalanceValidAmount': Nothing
  readonly 'owner.import.emailAddressAlsoAppears': Nothing
  readonly 'owner.import.emailAddressInvalid': Nothing
  readonly 'owner.import.fileEmpty': Nothing
  readonly 'owner.import.fileTooManyRows': { readonly most: Value }
  readonly 'owner.import.fileUtf8Text': Nothing
  readonly 'owner.import.firstRowMustContain': Nothing
  readonly 'owner.import.idAlsoAppearsEarlier': Nothing
  readonly 'owner.import.idTooLong': Nothing
  readonly 'owner.import.importExceedsAmountOne': Nothing
  readonly 'owner.import.importFound': Nothing
  readonly 'owner.import.importStarted': Nothing
  readonly 'owner.import.joinDateInvalid': Nothing
  readonly 'owner.import.referrerCircle': Nothing
  readonly 'owner.import.rowUnclosedQuote': { readonly begun: Value }
  readonly 'owner.import.usernameAlsoAppearsEarlier': Nothing
  readonly 'owner.import.usernameMustCharactersZ': { readonly least: Value; readonly most: Value }
  readonly 'owner.import.usernameReserved': Nothing
  readonly 'owner.import.usernameTaken': Nothing
  readonly 'owner.import.xpLevelWholeNumber': Nothing
  readonly 'owner.job.accountsChecked': { readonly checked: Value; readonly lifted: Value }
  readonly 'owner.job.accountsScored': { readonly count: number }
  readonly 'owner.job.accountsSynced': { readonly count: Value }
  readonly 'owner.job.backupMade': { readonly megabytes: Value; readonly location: Value }
  readonly 'owner.job.balancesForfeited': { readonly units: number }
  readonly 'owner.job.boardNotOpen': Nothing
  readonly 'owner.job.boardPeriod': { readonly board: string; readonly day: Value; readonly note: Value }
  readonly 'owner.job.campaignStopped': Nothing
  readonly 'owner.job.commissionPaid': { readonly day: Value; readonly amount: Value; readonly referrers: number }
  readonly 'owner.job.commissionPaused': { readonly day: Value }
  readonly 'owner.job.daysCounted': { readonly count: number }
  readonly 'owner.job.depositsChecked': { readonly checked: Value; readonly credited: Value }
  readonly 'owner.job.digestsPlanned': { readonly accounts: Value; readonly mails: Value }
  readonly 'owner.job.emailsQueued': { readonly count: number }
  readonly 'owner.job.imagesDeleted': { readonly count: number }
  readonly 'owner.job.imported': { readonly rows: Value; readonly referrers: Value }
  readonly 'owner.job.lastBackup': { readonly at: Value }
  readonly 'owner.job.ledgerBalanced': { readonly accounts: number; readonly transfers: number }
  readonly 'owner.job.ledgerNotBalanced': { readonly accounts: number; readonly transfers: number }
  readonly 'owner.job.messageDeleted': Nothing
  readonly 'owner.job.noAdminEmail': Nothing
  readonly 'owner.job.noBackups': Nothing
  readonly 'owner.job.noFeedRates': Nothing
  readonly 'owner.job.noLongerNeeded': Nothing
  readonly 'owner.job.noRecipient': Nothing
  readonly 'owner.job.noWarnings': Nothing
  readonly 'owner.job.notWanted': Nothing
  readonly 'owner.job.nothingToCheck': Nothing
  readonly 'owner.job.nothingToPay': Nothing
  readonly 'owner.job.nothingToReserve': Nothing
  readonly 'owner.job.offersFailed': { readonly failed: Value; readonly all: Value }
  readonly 'owner.job.offersPaused': Nothing
  readonly 'owner.job.offersReleased': { readonly count: number }
  readonly 'owner.job.overviewQuick': Nothing
  readonly 'owner.job.overviewStored': Nothing
  readonly 'owner.job.pageChecked': Nothing
  readonly 'owner.job.payoutsChecked': { readonly checked: Value; readonly paid: Value; readonly released: Value }
  readonly 'owner.job.payoutsCompleted': { readonly completed: Value; readonly settled: Value }
  readonly 'owner.job.payoutsDryRun': { readonly count: Value }
  readonly 'owner.job.payoutsFailed': { readonly count: Value }
  readonly 'owner.job.payoutsSent': { readonly count: Value }
  readonly 'owner.job.payoutsStopped': { readonly reason: Value }
  readonly 'owner.job.postbacksDeleted': { readonly count: number }
  readonly 'owner.job.prizesOverBudget': Nothing
  readonly 'owner.job.prizesPaid': { readonly count: number; readonly amount: Value }
  readonly 'owner.job.prizesPaused': Nothing
  readonly 'owner.job.prizesSkipped': { readonly names: Value }
  readonly 'owner.job.pushSent': { readonly sent: Value; readonly postponed: Value; readonly dropped: Value; readonly expired: Value }
  readonly 'owner.job.ratesUpdated': { readonly updated: Value; readonly jumped: Value; readonly missing: Value }
  readonly 'owner.job.rewardsReserved': { readonly day: Value; readonly accounts: number }
  readonly 'owner.job.rowsDeleted': { readonly count: number }
  readonly 'owner.job.sent': Nothing
  readonly 'owner.job.sessionsDeleted': { readonly sessions: Value; readonly links: Value }
  readonly 'owner.job.shortlinksUpdated': { readonly changed: Value; readonly all: Value }
  readonly 'owner.job.solvencyNoBalance': Nothing
  readonly 'owner.job.solvencyStored': { readonly percent: Value }
  readonly 'owner.job.someFailed': { readonly done: Value; readonly count: Value; readonly reason: Value }
  readonly 'owner.job.submissionsFailed': { readonly failed: Value; readonly all: Value }
  readonly 'owner.job.submissionsSettled': { readonly settled: Value; readonly warned: Value }
  readonly 'owner.job.telegramOff': Nothing
  readonly 'owner.job.telegramSent': { readonly sent: Value; readonly postponed: Value; readonly dropped: Value }
  readonly 'owner.job.totalsStored': { readonly count: number }
  readonly 'owner.job.urlsChecked': { readonly urls: Value; readonly campaigns: Value }
  readonly 'owner.job.usersCounted': { readonly count: number }
  readonly 'owner.job.usersUpdated': { readonly count: number }
  readonly 'owner.job.viewsFinal': Nothing
  readonly 'owner.job.viewsReturned': { readonly count: number }
  readonly 'owner.job.walletsChecked': { readonly checked: Value; readonly failed: Value }
  readonly 'owner.job.walletsCompared': { readonly compared: Value; readonly failed: Value; readonly differences: Value }
  readonly 'owner.job.webhooksDeleted': { readonly count: number }
  readonly 'owner.job.webhooksSent': { readonly delivered: Value; readonly failed: Value }
  readonly 'owner.job.withinLimits': Nothing
  readonly 'owner.leaderboard.nameNowHiddenAll': Nothing
  readonly 'owner.leaderboard.nameNowShownLeaderboards': Nothing
  readonly 'owner.link.addShortlinkProvider': { readonly text: Value }
  readonly 'owner.link.changeShortlinkProvider': { readonly text: Value }
  readonly 'owner.link.choosePeriodMostDays': { readonly days: Value }
  readonly 'owner.link.endDateMustAfter': Nothing
  readonly 'owner.link.enterReasonUsersWill': Nothing
  readonly 'owner.link.expectedTimeBelowMinimum': Nothing
  readonly 'owner.link.minimumAboveVisit': { readonly seconds: Value; readonly minutes: Value }
  readonly 'owner.link.orderSaved': Nothing
  readonly 'owner.link.paid': { readonly count: number }
  readonly 'owner.link.payVisits': { readonly count: number; readonly sum: Value }
  readonly 'owner.link.providerAdded': Nothing
  readonly 'owner.link.providerDeleted': Nothing
  readonly 'owner.link.providerFound': Nothing
  readonly 'owner.link.providerSaved': Nothing
  readonly 'owner.link.providerSavedKeyDeleted': Nothing
  readonly 'owner.link.refused': { readonly count: number }
  readonly 'owner.link.testPassed': Nothing
  readonly 'owner.link.visitMostDayEach': { readonly name: Value; readonly reward: Value; readonly maxView: Value }
  readonly 'owner.mail.contact.note': { readonly email: Value }
  readonly 'owner.mail.contact.subject': { readonly subject: Value }
  readonly 'owner.mail.refused': { readonly answer: Value }
  readonly 'owner.mail.siteAlert.button': Nothing
  readonly 'owner.mail.siteAlert.subject': { readonly site: Value }
  readonly 'owner.mail.siteAlert.text': Nothing
  readonly 'owner.mail.siteAlert.text2': Nothing
  readonly 'owner.mails.expired': Nothing
  readonly 'owner.mails.gone': Nothing
  readonly 'owner.mails.notFailed': Nothing
  readonly 'owner.mails.queued': Nothing
  readonly 'owner.mails.queuedAll': { readonly count: number }
  readonly 'owner.news.deleted': { readonly count: Value }
  readonly 'owner.news.postNoLongerExists': Nothing
  readonly 'owner.news.published': Nothing
  readonly 'owner.news.savedWillPublishedDate': Nothing
  readonly 'owner.offers.demonstration': Nothing
  readonly 'owner.offers.noList': Nothing
  readonly 'owner.offers.notJson': Nothing
  readonly 'owner.offers.vendorAnswered': { readonly status: Value }
  readonly 'owner.offerwall.addOfferwallWhosePostbacks': { readonly name: Value; readonly slug: Value }
  readonly 'owner.offerwall.adscendSecret': Nothing
  readonly 'owner.offerwall.adswedmediaAdwallxBitswallOfferoc': Nothing
  readonly 'owner.offerwall.allFieldsManual': { readonly hash: Value; readonly hashed: Value; readonly signature: Value; readonly signed: Value }
  readonly 'owner.offerwall.alreadyChargedBack': Nothing
  readonly 'owner.offerwall.alreadyChargedBackWithout': Nothing
  readonly 'owner.offerwall.alreadyFullyChargedBack': Nothing
  readonly 'owner.offerwall.anotherOfferwallAlreadyUses': Nothing
  readonly 'owner.offerwall.budgetHadNoRoom': Nothing
  readonly 'owner.offerwall.change': { readonly fields: Value; readonly name: Value }
  readonly 'owner.offerwall.chargedBackBeforeArrived': Nothing
  readonly 'owner.offerwall.checkIframeUrlTransaction': Nothing
  readonly 'owner.offerwall.choosePeriodMostDays': { readonly days: Value }
  readonly 'owner.offerwall.clickOpenedWholeOfferwall': Nothing
  readonly 'owner.offerwall.containsDifferentUserThan': Nothing
  readonly 'owner.offerwall.containsNoUserSite': Nothing
  readonly 'owner.offerwall.containsNoValidAmount': Nothing
  readonly 'owner.offerwall.containsNoValidTransaction': Nothing
  readonly 'owner.offerwall.createLongSecretEnter': Nothing
  readonly 'owner.offerwall.createLongSecretEnterHere': { readonly state: Value }
  readonly 'owner.offerwall.creditMissingReward': { readonly sum: Value; readonly name: Value }
  readonly 'owner.offerwall.credited': Nothing
  readonly 'owner.offerwall.creditedHandBeforeNothing': Nothing
  readonly 'owner.offerwall.creditedRewardHold': Nothing
  readonly 'owner.offerwall.creditsNothing': Nothing
  readonly 'owner.offerwall.declined': Nothing
  readonly 'owner.offerwall.enterAmountParameter': Nothing
  readonly 'owner.offerwall.enterAnswerUserWill': Nothing
  readonly 'owner.offerwall.enterApiKeyBefore': Nothing
  readonly 'owner.offerwall.enterSecretLeastCharacters': { readonly length: Value }
  readonly 'owner.offerwall.enterSignatureFormula': Nothing
  readonly 'owner.offerwall.enterSignatureParameterHeader': Nothing
  readonly 'owner.offerwall.enterSupportEmailOfferwalls': Nothing
  readonly 'owner.offerwall.enterUnitsPerCurrency': Nothing
  readonly 'owner.offerwall.enterUserIdTransaction': Nothing
  readonly 'owner.offerwall.formCouldntRead': Nothing
  readonly 'owner.offerwall.heldDays': { readonly days: number }
  readonly 'owner.offerwall.iframeUrlHttps': Nothing
  readonly 'owner.offerwall.ipAddressList': Nothing
  readonly 'owner.offerwall.monlixSecret': Nothing
  readonly 'owner.offerwall.moreThanCredited': Nothing
  readonly 'owner.offerwall.moreThanLeft': Nothing
  readonly 'owner.offerwall.mostUnitsCreditedClick': { readonly most: Value }
  readonly 'owner.offerwall.offerPaysPerStep': Nothing
  readonly 'owner.offerwall.offerwallAdded': Nothing
  readonly 'owner.offerwall.offerwallCreditedRewardsDeleted': Nothing
  readonly 'owner.offerwall.offerwallDeleted': Nothing
  readonly 'owner.offerwall.offerwallDisabled': Nothing
  readonly 'owner.offerwall.offerwallDoesntReturnClick': Nothing
  readonly 'owner.offerwall.olderPostbacks': Nothing
  readonly 'owner.offerwall.passedVendor': Nothing
  readonly 'owner.offerwall.plainHashFormulaMust': { readonly secret: Value }
  readonly 'owner.offerwall.postbackClickAlreadyArrived': Nothing
  readonly 'owner.offerwall.postbackFound': Nothing
  readonly 'owner.offerwall.postbackReplayed': Nothing
  readonly 'owner.offerwall.presetCustom': Nothing
  readonly 'owner.offerwall.presetFamily': Nothing
  readonly 'owner.offerwall.presetFound': Nothing
  readonly 'owner.offerwall.presetNoOffersApi': Nothing
  readonly 'owner.offerwall.replayedManually': { readonly detail: Value }
  readonly 'owner.offerwall.reportAlreadyAnsweredReward': Nothing
  readonly 'owner.offerwall.reportFound': Nothing
  readonly 'owner.offerwall.requestsOnlyPart': Nothing
  readonly 'owner.offerwall.savedSecretDeleted': Nothing
  readonly 'owner.offerwall.secretAccountSecretReconciliation': Nothing
  readonly 'owner.offerwall.secretAppKeyCheck': Nothing
  readonly 'owner.offerwall.secretAppSecretHash': Nothing
  readonly 'owner.offerwall.secretAppSecureHash': Nothing
  readonly 'owner.offerwall.secretIsAppSecret': { readonly macros: Value }
  readonly 'owner.offerwall.secretPlacementsSecret': Nothing
  readonly 'owner.offerwall.secretPostbackSecretPlacement': Nothing
  readonly 'owner.offerwall.secretPublisherApiKey': { readonly url: Value }
  readonly 'owner.offerwall.secretSignsPostbacksIdentity': Nothing
  readonly 'owner.offerwall.signatureCoversNeitherTransaction': Nothing
  readonly 'owner.offerwall.signatureOneShownUsers': Nothing
  readonly 'owner.offerwall.startDateMustBefore': Nothing
  readonly 'owner.offerwall.statusCreditsNothing': { readonly status: Value }
  readonly 'owner.offerwall.testPostback': { readonly test: Value }
  readonly 'owner.offerwall.thereNoCreditYet': Nothing
  readonly 'owner.offerwall.transactionAlreadyCredited': Nothing
  readonly 'owner.offerwall.unitsCreditedHandBefore': { readonly paid: number }
  readonly 'owner.offerwall.unitsExceedMaximumReward': { readonly units: Value; readonly maxReward: Value }
  readonly 'owner.offerwall.unitsRecoveredAddedDebt': { readonly taken: number; readonly debt: number }
  readonly 'owner.offerwall.unknownStatus': { readonly status: Value }
  readonly 'owner.offerwall.urlSignaturesEnterSignature': Nothing
  readonly 'owner.offerwall.useAppSecretFrom': Nothing
  readonly 'owner.offerwall.useOtherPreset': Nothing
  readonly 'owner.offerwall.validIpAddressNetwork': { readonly wrong: Value }
  readonly 'owner.offerwall.wallsStopped': Nothing
  readonly 'owner.offerwall.withoutSignatureAnyoneCould': Nothing
  readonly 'owner.outflow.aboveNew': { readonly paid: Value; readonly amount: Value; readonly floor: Value }
  readonly 'owner.outflow.aboveUsual': { readonly paid: Value; readonly amount: Value; readonly usual: Value; readonly times: Value; readonly floor: Value }
  readonly 'owner.outflow.allPayoutsStopped': Nothing
  readonly 'owner.outflow.allSourcesWithinTheir': Nothing
  readonly 'owner.outflow.amountAbove': { readonly paid: Value; readonly amount: Value; readonly span: string; readonly limit: Value }
  readonly 'owner.outflow.circuitBreakerDryRun': { readonly why: Value }
  readonly 'owner.outflow.countAbove': { readonly paid: Value; readonly count: number; readonly span: string; readonly limit: Value }
  readonly 'owner.outflow.everythingSelectedAlreadyStopped': Nothing
  readonly 'owner.outflow.paid': { readonly source: string; readonly name: Value }
  readonly 'owner.outflow.restored': { readonly at: Value }
  readonly 'owner.outflow.resume': { readonly sourceName: Value; readonly why: Value }
  readonly 'owner.outflow.resumed': { readonly name: Value }
  readonly 'owner.outflow.sourceAlreadyRunning': Nothing
  readonly 'owner.outflow.stopFound': Nothing
  readonly 'owner.outflow.stoppedAdminMustResume': Nothing
  readonly 'owner.outflow.stoppedManually': { readonly reason: Value }
  readonly 'owner.outflow.stoppedPayoutsContinueWhat': Nothing
  readonly 'owner.overview.aboveSettledRevenueRewards': { readonly right: Value }
  readonly 'owner.overview.balanceAvailable': Nothing
  readonly 'owner.overview.botsCouldWithdrawTheir': { readonly right: Value }
  readonly 'owner.overview.depositUnconfirmed': Nothing
  readonly 'owner.overview.exchangeBonusInsteadMore': { readonly bonusPercent: Value; readonly exchangeBonusPercent: Value }
  readonly 'owner.overview.faucetRewardAbove60': { readonly solvePriceUsd: Value }
  readonly 'owner.overview.lastCheckedMoreThan': Nothing
  readonly 'owner.overview.lastPostbackRejectedCouldnt': Nothing
  readonly 'owner.overview.lastPostbackRejectedInvalid': Nothing
  readonly 'owner.overview.ledgerDoesntBalancePayouts': Nothing
  readonly 'owner.overview.linkSuspended': { readonly reason: Value }
  readonly 'owner.overview.noPostbacksReceived3': Nothing
  readonly 'owner.overview.noPostbacksReceivedYet': Nothing
  readonly 'owner.overview.noResponse': Nothing
  readonly 'owner.overview.noResponseYet': Nothing
  readonly 'owner.overview.noWithdrawalMethodEnabled': Nothing
  readonly 'owner.overview.oneFaucetRewardExceed': { readonly right: Value }
  readonly 'owner.overview.postbacksArriving': Nothing
  readonly 'owner.overview.prizesAboveBudget': Nothing
  readonly 'owner.overview.responding': Nothing
  readonly 'owner.overview.starterAllowanceAboveUnits': { readonly right: Value }
  readonly 'owner.payout.8Decimals': { readonly name: Value }
  readonly 'owner.payout.allowServersIpAddress': Nothing
  readonly 'owner.payout.anotherMessageWalletTook': Nothing
  readonly 'owner.payout.anotherPaymentSameOutputs': Nothing
  readonly 'owner.payout.apiAnsweredAboutAnother': Nothing
  readonly 'owner.payout.apiTonsMainNetwork': Nothing
  readonly 'owner.payout.apiTook': Nothing
  readonly 'owner.payout.bitcoinTypeNodePay': { readonly currency: Value }
  readonly 'owner.payout.blockFinalizedYet': Nothing
  readonly 'owner.payout.blockMasterchainYet': Nothing
  readonly 'owner.payout.btcpayServerAnsweredAbout': Nothing
  readonly 'owner.payout.btcpayServerNeedsUrl': Nothing
  readonly 'owner.payout.cantBePaidOn': { readonly currency: Value; readonly name: Value }
  readonly 'owner.payout.contractAnsweredError': { readonly method: Value; readonly exitCode: Value }
  readonly 'owner.payout.coreLightningAnswered': { readonly code: Value; readonly message: Value }
  readonly 'owner.payout.coreLightningNeedsRest': Nothing
  readonly 'owner.payout.coreLightningPaid': Nothing
  readonly 'owner.payout.coreLightningRejectedRune': { readonly message: Value }
  readonly 'owner.payout.decimalsSolana': { readonly currency: Value; readonly decimals: Value }
  readonly 'owner.payout.decimalsTon': { readonly currency: Value; readonly decimals: Value }
  readonly 'owner.payout.decimalsTron': { readonly currency: Value; readonly decimals: Value }
  readonly 'owner.payout.entriesNotChecked': { readonly count: number }
  readonly 'owner.payout.faucetpayAnswered': { readonly status: Value; readonly message: Value }
  readonly 'owner.payout.faucetpayApiKeyWrong': Nothing
  readonly 'owner.payout.faucetpayBalanceCurrencyToo': Nothing
  readonly 'owner.payout.faucetpayCountsCoinsMost': Nothing
  readonly 'owner.payout.faucetpayDoesntKnowRequest': Nothing
  readonly 'owner.payout.faucetpayDoesntPay': { readonly currency: Value }
  readonly 'owner.payout.faucetpayNeedsApiKey': Nothing
  readonly 'owner.payout.faucetpayNotListed': { readonly coin: Value; readonly coins: Value }
  readonly 'owner.payout.indexApiBehind': Nothing
  readonly 'owner.payout.itHasOfConfirmations': { readonly needed: number; readonly confirmations: Value }
  readonly 'owner.payout.itIsOnIts': Nothing
  readonly 'owner.payout.itIsPaid': Nothing
  readonly 'owner.payout.lightningDoesntPay': { readonly currency: Value }
  readonly 'owner.payout.lightningNodeOnePayout': Nothing
  readonly 'owner.payout.lightningNodeSendAmount': Nothing
  readonly 'owner.payout.lightningNodeSendAmountRight': Nothing
  readonly 'owner.payout.lightningPaysWholeSatoshis': Nothing
  readonly 'owner.payout.lightningStuck': { readonly answer: Value }
  readonly 'owner.payout.lnbitsNeedsUrlWallets': Nothing
  readonly 'owner.payout.lnbitsPaid': Nothing
  readonly 'owner.payout.lndAnswered': { readonly message: Value }
  readonly 'owner.payout.lndAnsweredAboutAnother': Nothing
  readonly 'owner.payout.lndAnsweredSomethingElse': { readonly status: Value }
  readonly 'owner.payout.lndNeedsRestUrl': Nothing
  readonly 'owner.payout.lndPaid': Nothing
  readonly 'owner.payout.methodMoreDecimalsThan': { readonly currency: Value }
  readonly 'owner.payout.methodMoreDecimalsThanCurrency': Nothing
  readonly 'owner.payout.methodMoreDecimalsThanTon': { readonly currency: Value }
  readonly 'owner.payout.networkDoesntBlockYet': Nothing
  readonly 'owner.payout.networkDoesntSolidBlock': Nothing
  readonly 'owner.payout.networkTakesMoreThan': { readonly fee: Value }
  readonly 'owner.payout.networkTakesUpMore': { readonly fee: Value }
  readonly 'owner.payout.networkTakesUpSol': { readonly fee: Value }
  readonly 'owner.payout.networkTakesUpTon': { readonly fee: Value }
  readonly 'owner.payout.networkTakesUpTrx': { readonly fee: Value }
  readonly 'owner.payout.networkWouldRefusePayment': { readonly json: Value }
  readonly 'owner.payout.nodeAlready': Nothing
  readonly 'owner.payout.nodeAnswered': { readonly code: Value; readonly message: Value }
  readonly 'owner.payout.nodeAnsweredAboutAnother': Nothing
  readonly 'owner.payout.nodeAnsweredSomethingElse': Nothing
  readonly 'owner.payout.nodeBehind': Nothing
  readonly 'owner.payout.nodeBehindBtcpayServer': Nothing
  readonly 'owner.payout.nodeBuiltPaymentAnother': Nothing
  readonly 'owner.payout.nodeCantTellPaid': Nothing
  readonly 'owner.payout.nodeChain': { readonly currency: Value }
  readonly 'owner.payout.nodeChainButMethod': { readonly found: Value; readonly wanted: Value }
  readonly 'owner.payout.nodeChoseOutputAlready': Nothing
  readonly 'owner.payout.nodeDoesntBlocksWhich': Nothing
  readonly 'owner.payout.nodeDoesntBlocksWhichMay': Nothing
  readonly 'owner.payout.nodeDoesntKnow': Nothing
  readonly 'owner.payout.nodeDoesntReportWhether': Nothing
  readonly 'owner.payout.nodeError': { readonly error: Value }
  readonly 'owner.payout.nodeHasntTriedPay': Nothing
  readonly 'owner.payout.nodeNoSolidBlock': Nothing
  readonly 'owner.payout.nodeRejectedApiKey': { readonly status: Value }
  readonly 'owner.payout.nodeRejectedKey': { readonly status: Value }
  readonly 'owner.payout.nodeRejectedSignCheck': { readonly status: Value }
  readonly 'owner.payout.nodeReportsDecimalsBut': { readonly decimals: Value; readonly currency: Value; readonly known: Value }
  readonly 'owner.payout.nodeSolanasMainNetwork': Nothing
  readonly 'owner.payout.nodeTook': Nothing
  readonly 'owner.payout.nodeTronsMainNetwork': Nothing
  readonly 'owner.payout.nodeUrlInvalid': Nothing
  readonly 'owner.payout.nodeUrlMissing': { readonly name: Value }
  readonly 'owner.payout.nodeUrlMissingSettings': { readonly name: Value }
  readonly 'owner.payout.nodesWalletCouldntSign': Nothing
  readonly 'owner.payout.nonceWalletUsedAnother': { readonly nonce: Value }
  readonly 'owner.payout.nothingSigned': Nothing
  readonly 'owner.payout.onlyTronGridLists': Nothing
  readonly 'owner.payout.outputsSpent': Nothing
  readonly 'owner.payout.outputsSpentBy': { readonly txId: Value }
  readonly 'owner.payout.paidSolana': { readonly currency: Value }
  readonly 'owner.payout.paidTon': { readonly currency: Value }
  readonly 'owner.payout.paidTron': { readonly currency: Value }
  readonly 'owner.payout.paymentBlockButNo': { readonly txId: Value }
  readonly 'owner.payout.paymentBlockButNode': { readonly txId: Value }
  readonly 'owner.payout.paymentBlockButSent': { readonly txId: Value }
  readonly 'owner.payout.paymentReplacedWaitsBlock': { readonly txId: Value }
  readonly 'owner.payout.payoutsNotChecked': { readonly count: number }
  readonly 'owner.payout.privateKeyInvalid': { readonly name: Value }
  readonly 'owner.payout.privateKeyMissingSettings': { readonly name: Value }
  readonly 'owner.payout.recipientsTokenAccountRefused': Nothing
  readonly 'owner.payout.sOwnCoinNo': { readonly coin: Value; readonly name: Value }
  readonly 'owner.payout.selectChainPayouts': Nothing
  readonly 'owner.payout.sendLimitSetFaucetpay': Nothing
  readonly 'owner.payout.solanaPrivateKeyInvalid': Nothing
  readonly 'owner.payout.solanaPrivateKeyMissing': Nothing
  readonly 'owner.payout.solanaRpcUrlMissing': Nothing
  readonly 'owner.payout.theNodeHasIt': Nothing
  readonly 'owner.payout.thereNoNode': { readonly currency: Value }
  readonly 'owner.payout.tokenContractDoesntRespond': Nothing
  readonly 'owner.payout.tokenDecimalsButMethod': { readonly decimals: Value; readonly decimals2: Value }
  readonly 'owner.payout.tokenHasntArrivedBlock': Nothing
  readonly 'owner.payout.tokenNeedsContract': { readonly currency: Value; readonly name: Value }
  readonly 'owner.payout.tokenRefuses': { readonly message: Value }
  readonly 'owner.payout.tokenTakesUpTrx': { readonly feeLimit: Value }
  readonly 'owner.payout.tokensTransferBlockYet': Nothing
  readonly 'owner.payout.tonApiAllowsFewer': Nothing
  readonly 'owner.payout.tonApiAnsweredSomething': Nothing
  readonly 'owner.payout.tonApiRejectedApi': { readonly status: Value }
  readonly 'owner.payout.tonApiUrlMissing': Nothing
  readonly 'owner.payout.tonRecoveryPhraseInvalid': Nothing
  readonly 'owner.payout.tonRecoveryPhraseMissing': Nothing
  readonly 'owner.payout.tonWalletFrozenOwner': Nothing
  readonly 'owner.payout.tronNodeUrlMissing': Nothing
  readonly 'owner.payout.tronPrivateKeyInvalid': Nothing
  readonly 'owner.payout.tronPrivateKeyMissing': Nothing
  readonly 'owner.payout.waitsBlock': Nothing
  readonly 'owner.payout.walletHoldsTooLittle': { readonly currency: Value }
  readonly 'owner.payout.walletHoldsTooLittle10': { readonly walletName: Value; readonly currency: Value }
  readonly 'owner.payout.walletHoldsTooLittleSol': Nothing
  readonly 'owner.payout.walletHoldsTooLittleTon': { readonly walletName: Value }
  readonly 'owner.payout.walletHoldsTooLittleTrx': Nothing
  readonly 'owner.payout.walletHoldsTooLittleTrx10': Nothing
  readonly 'owner.payout.walletListChanged': Nothing
  readonly 'owner.payout.walletListTooLong': { readonly count: Value }
  readonly 'owner.payout.walletPayNetworkFee': { readonly name: Value }
  readonly 'owner.payout.walletTookMessageSent': Nothing
  readonly 'owner.payout.walletsNumberMovedApi': Nothing
  readonly 'owner.payout.walletsTokenAccountDidnt': Nothing
  readonly 'owner.processor.amountDecimalNumber': Nothing
  readonly 'owner.processor.answered': { readonly status: Value }
  readonly 'owner.processor.answeredWith': { readonly status: Value; readonly said: Value }
  readonly 'owner.processor.btcpayServerCallsInvoice': Nothing
  readonly 'owner.processor.btcpayServerNeedsUrl': Nothing
  readonly 'owner.processor.btcpayServerReturnedCheckout': Nothing
  readonly 'owner.processor.btcpayServerStoreId': Nothing
  readonly 'owner.processor.faucetpayDoesntReportPaid': Nothing
  readonly 'owner.processor.faucetpayKnowsNoPayment': Nothing
  readonly 'owner.processor.faucetpayNeedsMerchantsUsername': Nothing
  readonly 'owner.processor.invoiceAnotherStoreDeposit': Nothing
  readonly 'owner.processor.invoiceFromSite': Nothing
  readonly 'owner.processor.itIsntForA': Nothing
  readonly 'owner.processor.itIsntForAn': Nothing
  readonly 'owner.processor.noInvoiceKnownDeposit': Nothing
  readonly 'owner.processor.noResponseFromProvider': { readonly why: Value }
  readonly 'owner.processor.nowpaymentsAnsweredAnotherPayment': Nothing
  readonly 'owner.processor.nowpaymentsDoesntReportPaid': Nothing
  readonly 'owner.processor.nowpaymentsNeedsApiKey': Nothing
  readonly 'owner.processor.nowpaymentsReturnedInvoiceUrl': Nothing
  readonly 'owner.processor.paymentAnotherCurrency': Nothing
  readonly 'owner.processor.paymentAnotherDeposit': Nothing
  readonly 'owner.processor.paymentAnotherInvoice': Nothing
  readonly 'owner.processor.paymentFromSite': Nothing
  readonly 'owner.processor.paymentIdInvalid': Nothing
  readonly 'owner.processor.paymentPricedAnotherAmount': Nothing
  readonly 'owner.processor.paymentPricedAnotherCurrency': Nothing
  readonly 'owner.processor.paymentWentAnotherMerchant': Nothing
  readonly 'owner.processor.paymentsInvoiceCouldntRead': Nothing
  readonly 'owner.processor.privateNetworkIfServer': { readonly host: Value }
  readonly 'owner.processor.providerAnsweredMoreThan': Nothing
  readonly 'owner.processor.sandboxMarksInvoicePaid': Nothing
  readonly 'owner.processor.sandboxSendsNoWebhooks': Nothing
  readonly 'owner.processor.unknownBtcpayServerStatus': { readonly status: Value }
  readonly 'owner.processor.unknownNowpaymentsStatus': { readonly paymentStatus: Value }
  readonly 'owner.processor.urlContainUsernamePassword': Nothing
  readonly 'owner.processor.urlInvalid': Nothing
  readonly 'owner.processor.webhookAnotherStore': Nothing
  readonly 'owner.settings.aSecret': Nothing
  readonly 'owner.settings.bonusBeyondLimit': { readonly needed: Value; readonly most: Value }
  readonly 'owner.settings.bonusBeyondTimer': { readonly needed: Value; readonly timer: Value; readonly most: number }
  readonly 'owner.settings.change': { readonly name: Value; readonly value: Value }
  readonly 'owner.settings.changedBy': { readonly by: Value }
  readonly 'owner.settings.changedMeanwhile': Nothing
  readonly 'owner.settings.changedTo': { readonly by: Value; readonly value: Value }
  readonly 'owner.settings.enterCaptchaSecretKey': Nothing
  readonly 'owner.settings.enterCaptchaSiteKey': Nothing
  readonly 'owner.settings.exceedsWhatOneAdmin': Nothing
  readonly 'owner.settings.logoMustSvgFile': Nothing
  readonly 'owner.settings.minimumAboveDay': { readonly least: Value; readonly most: Value }
  readonly 'owner.settings.noChangesSave': Nothing
  readonly 'owner.settings.savedPartWaits': Nothing
  readonly 'owner.settings.set': { readonly changes: Value }
  readonly 'owner.settings.twoPersonApprovalNeeds': Nothing
  readonly 'owner.settings.visitBelowMinimum': { readonly minutes: Value; readonly name: Value; readonly seconds: Value }
  readonly 'owner.settings.waits': Nothing
  readonly 'owner.shortlink.demonstrationOnlySandbox': Nothing
  readonly 'owner.shortlink.noReason': Nothing
  readonly 'owner.shortlink.providerNeedsApiUrl': Nothing
  readonly 'owner.shortlink.providerRefused': { readonly problem: Value }
  readonly 'owner.shortlink.providerReturnedOurOwn': Nothing
  readonly 'owner.shortlink.sandboxAvailableSiteProduction': Nothing
  readonly 'owner.solvency.notCovered': { readonly percent: Value }
  readonly 'owner.solvency.siteDoesntPublishSolvency': Nothing
  readonly 'owner.statistic.accountClustering': Nothing
  readonly 'owner.statistic.accountDeletionEmails': Nothing
  readonly 'owner.statistic.automaticRestrictions': Nothing
  readonly 'owner.statistic.campaignUrlCheck': Nothing
  readonly 'owner.statistic.campaignUrlRechecks': Nothing
  readonly 'owner.statistic.cleanupExpiredData': Nothing
  readonly 'owner.statistic.cleanupOldRecords': Nothing
  readonly 'owner.statistic.contactFormEmails': Nothing
  readonly 'owner.statistic.contactReplyEmails': Nothing
  readonly 'owner.statistic.dailyReport': Nothing
  readonly 'owner.statistic.dailyRollups': Nothing
  readonly 'owner.statistic.depositCleanup': Nothing
  readonly 'owner.statistic.depositPolling': Nothing
  readonly 'owner.statistic.emailChangeNotices': Nothing
  readonly 'owner.statistic.emailSummarySchedule': Nothing
  readonly 'owner.statistic.exchangeRates': Nothing
  readonly 'owner.statistic.faucetRewardsKept': Nothing
  readonly 'owner.statistic.fullLedgerVerification': Nothing
  readonly 'owner.statistic.importInvitationEmails': Nothing
  readonly 'owner.statistic.importRetriesEmails': Nothing
  readonly 'owner.statistic.invalidViewRefunds': Nothing
  readonly 'owner.statistic.jobFailed': { readonly count: number; readonly job: Value; readonly note: Value }
  readonly 'owner.statistic.leaderboardPrizes': Nothing
  readonly 'owner.statistic.leaderboardScores': Nothing
  readonly 'owner.statistic.ledgerCheck': Nothing
  readonly 'owner.statistic.networkDataRetention': Nothing
  readonly 'owner.statistic.notificationEmails': Nothing
  readonly 'owner.statistic.overviewTotals': Nothing
  readonly 'owner.statistic.passwordResetEmails': Nothing
  readonly 'owner.statistic.payoutReconciliation': Nothing
  readonly 'owner.statistic.postbackCleanup': Nothing
  readonly 'owner.statistic.pushNotifications': Nothing
  readonly 'owner.statistic.referralCommission': Nothing
  readonly 'owner.statistic.releaseHeldOfferRewards': Nothing
  readonly 'owner.statistic.rewardsDeletedAccounts': Nothing
  readonly 'owner.statistic.sessionLinkCleanup': Nothing
  readonly 'owner.statistic.shortlinkDurationStatistics': Nothing
  readonly 'owner.statistic.siteBackups': Nothing
  readonly 'owner.statistic.siteWatch': Nothing
  readonly 'owner.statistic.solvencyFigures': Nothing
  readonly 'owner.statistic.spendingLimitMonitor': Nothing
  readonly 'owner.statistic.summaryEmails': Nothing
  readonly 'owner.statistic.suspectDetection': Nothing
  readonly 'owner.statistic.taskDeadlinesPayments': Nothing
  readonly 'owner.statistic.telegramAlerts': Nothing
  readonly 'owner.statistic.unusedImageCleanup': Nothing
  readonly 'owner.statistic.userImport': Nothing
  readonly 'owner.statistic.userStatistics': Nothing
  readonly 'owner.statistic.verificationEmails': Nothing
  readonly 'owner.statistic.walletBalances': Nothing
  readonly 'owner.statistic.walletReconciliation': Nothing
  readonly 'owner.suspect.accountFound': Nothing
  readonly 'owner.suspect.accountLockedThereNo': Nothing
  readonly 'owner.suspect.andMore': { readonly count: number }
  readonly 'owner.suspect.appeal': { readonly message: Value }
  readonly 'owner.suspect.appealAlreadyBeenDecided': Nothing
  readonly 'owner.suspect.appealFound': Nothing
  readonly 'owner.suspect.changed': { readonly what: string; readonly count: number }
  readonly 'owner.suspect.chooseDateFuture': Nothing
  readonly 'owner.suspect.cooldownNeedsEndDate': Nothing
  readonly 'owner.suspect.decisionSent': Nothing
  readonly 'owner.suspect.deleteRiskSignalsWhich': { readonly names: Value; readonly sum: Value }
  readonly 'owner.suspect.deviceReleased': Nothing
  readonly 'owner.suspect.deviceSharedTheseAccounts': { readonly members: number }
  readonly 'owner.suspect.devicesReleased': { readonly done: number }
  readonly 'owner.suspect.endLockReleaseUnlock': Nothing
  readonly 'owner.suspect.liftRestrictionPayWithheld': { readonly names: Value; readonly sum: Value }
  readonly 'owner.suspect.lockAlreadyEndsEarlier': Nothing
  readonly 'owner.suspect.networkReleased': Nothing
  readonly 'owner.suspect.networksReleased': { readonly done: number }
  readonly 'owner.suspect.oneReferredOther': Nothing
  readonly 'owner.suspect.referralsOneAccountClaim': { readonly members: number }
  readonly 'owner.suspect.releaseMany': { readonly names: Value; readonly sum: Value }
  readonly 'owner.suspect.releasePayWithheldRewards': { readonly username: Value }
  readonly 'owner.suspect.restrictionAlreadyEnded': Nothing
  readonly 'owner.suspect.restrictionFound': Nothing
  readonly 'owner.suspect.restrictionLifted': Nothing
  readonly 'owner.suspect.signalsDeleted': { readonly count: number }
  readonly 'owner.suspect.staffAccountRemoveRole': Nothing
  readonly 'owner.suspect.theseAccountsClaimSame': { readonly members: number }
  readonly 'owner.suspect.theseAccountsSameBrowser': { readonly members: number }
  readonly 'owner.suspect.withdrawalAddressSharedThese': { readonly members: number }
  readonly 'owner.system.backupFailed': { readonly note: Value }
  readonly 'owner.system.backupLate': { readonly hours: number }
  readonly 'owner.system.backupNone': Nothing
  readonly 'owner.system.diskLow': { readonly megabytes: Value }
  readonly 'owner.system.queueStuck': { readonly count: number; readonly minutes: Value }
  readonly 'owner.system.updateReady': { readonly version: Value; readonly file: Value }
  readonly 'owner.telegram.alert': { readonly reason: Value }
  readonly 'owner.telegram.nothingSent': Nothing
  readonly 'owner.telegram.refused': { readonly reason: Value }
  readonly 'owner.telegram.test': Nothing
  readonly 'owner.telegram.testSent': Nothing
  readonly 'owner.telegram.unset': Nothing
  readonly 'owner.users.accountDeletedUser': Nothing
  readonly 'owner.users.accountLocked': Nothing
  readonly 'owner.users.accountLockedUserSees': Nothing
  readonly 'owner.users.added': { readonly sum: Value }
  readonly 'owner.users.adjustOwnAccount': Nothing
  readonly 'owner.users.balanceOnlyDeductLess': { readonly balance: Value }
  readonly 'owner.users.cooldownEnded': Nothing
  readonly 'owner.users.cooldownSet': Nothing
  readonly 'owner.users.deducted': { readonly sum: Value }
  readonly 'owner.users.lockedSkipped': { readonly count: Value; readonly skipped: Value }
  readonly 'owner.users.onlyDeductionBecomeDebt': Nothing
  readonly 'owner.users.onlyEarnedBalanceGo': Nothing
  readonly 'owner.users.passwordResetEmailSent': Nothing
  readonly 'owner.users.resetTwoFactorAuthentication': Nothing
  readonly 'owner.users.secondAdminMustApprove': Nothing
  readonly 'owner.users.sessionAlreadyEnded': Nothing
  readonly 'owner.users.sessionEnded': Nothing
  readonly 'owner.users.sessionsEnded': { readonly ended: number }
  readonly 'owner.users.staffMustChangeTheir': Nothing
  readonly 'owner.users.staffUsernamesSetServer': Nothing
  readonly 'owner.users.transactionAlreadyBeenReversed': Nothing
  readonly 'owner.users.transactionFoundUser': Nothing
  readonly 'owner.users.trustGrantSaved': Nothing
  readonly 'owner.users.twoFactorAuthenticationDisabled': Nothing
  readonly 'owner.users.twoFactorAuthenticationTurned': Nothing
  readonly 'owner.users.typeTransactionReversedHere': Nothing
  readonly 'owner.users.undone': Nothing
  readonly 'owner.users.unknownTimeZone': Nothing
  readonly 'owner.users.unlocked': Nothing
  readonly 'owner.users.unlockedSkipped': { readonly count: Value; readonly skipped: Value }
  readonly 'owner.users.userFound': Nothing
  readonly 'owner.withdraw.accountBeenLocked': Nothing
  readonly 'owner.withdraw.accountBeenRestricted': Nothing
  readonly 'owner.withdraw.accountWentIntoDebt': Nothing
  readonly 'owner.withdraw.amountLargeAloneUsers': Nothing
  readonly 'owner.withdraw.anotherContractAnotherToken': Nothing
  readonly 'owner.withdraw.anotherPaymentSameMessage': Nothing
  readonly 'owner.withdraw.anotherPaymentUsesSame': Nothing
  readonly 'owner.withdraw.by': { readonly currency: Value; readonly processor: Value }
  readonly 'owner.withdraw.cannotMark': { readonly from: string; readonly to: string }
  readonly 'owner.withdraw.couldntGetBalance': { readonly name: Value; readonly error: Value }
  readonly 'owner.withdraw.couldntSentTime': Nothing
  readonly 'owner.withdraw.decided': { readonly what: string; readonly count: number }
  readonly 'owner.withdraw.differenceAlreadyDismissed': Nothing
  readonly 'owner.withdraw.differenceChangedReloadPage': Nothing
  readonly 'owner.withdraw.differenceDismissed': Nothing
  readonly 'owner.withdraw.differenceFoundMayResolved': Nothing
  readonly 'owner.withdraw.dryRun': { readonly words: Value }
  readonly 'owner.withdraw.dryRunApprovedPayouts': Nothing
  readonly 'owner.withdraw.feeMustBelowMinimum': Nothing
  readonly 'owner.withdraw.interruptedBeforeSigning': Nothing
  readonly 'owner.withdraw.itIsSettled': Nothing
  readonly 'owner.withdraw.lastMessage': { readonly reason: Value }
  readonly 'owner.withdraw.ledgerDoesntBalanceCheck': Nothing
  readonly 'owner.withdraw.lockedUnlockFirst': { readonly username: Value }
  readonly 'owner.withdraw.lowerRatePaysMore': Nothing
  readonly 'owner.withdraw.markedPaid': Nothing
  readonly 'owner.withdraw.maximumBelowMinimum': Nothing
  readonly 'owner.withdraw.methodAlreadyWithdrawalsCurrency': Nothing
  readonly 'owner.withdraw.methodNowPaysAnother': Nothing
  readonly 'owner.withdraw.methodSaved': { readonly done: string }
  readonly 'owner.withdraw.methodSavedWaits': { readonly done: string; readonly waits: string }
  readonly 'owner.withdraw.minimumMustGreaterThan': Nothing
  readonly 'owner.withdraw.networkRejectsPayment': { readonly answer: Value }
  readonly 'owner.withdraw.noPrice': { readonly source: Value; readonly coin: Value }
  readonly 'owner.withdraw.noReasonKnown': Nothing
  readonly 'owner.withdraw.noResponseFromProvider': Nothing
  readonly 'owner.withdraw.noResponseFromProviderConfirm': Nothing
  readonly 'owner.withdraw.noSecondAdminApproved': Nothing
  readonly 'owner.withdraw.noSecondAdminApprovedRate': Nothing
  readonly 'owner.withdraw.notSigned': Nothing
  readonly 'owner.withdraw.onlyFaucetpayPay': { readonly currency: Value }
  readonly 'owner.withdraw.onlyPayoutsUnknownStatus': Nothing
  readonly 'owner.withdraw.owesReject': { readonly username: Value; readonly debt: Value }
  readonly 'owner.withdraw.paidAndRefunded': { readonly coins: Value; readonly address: Value; readonly id: Value }
  readonly 'owner.withdraw.paidAutomaticallyStopFirst': Nothing
  readonly 'owner.withdraw.paidRightNow': { readonly reason: Value }
  readonly 'owner.withdraw.paidTwice': { readonly coins: Value; readonly address: Value; readonly id: Value }
  readonly 'owner.withdraw.payTokenContract': { readonly currency: Value; readonly name: Value; readonly contract: Value }
  readonly 'owner.withdraw.paymentArrivedButWithdrawal': Nothing
  readonly 'owner.withdraw.paymentArrivedSettled': Nothing
  readonly 'owner.withdraw.paymentCouldntSigned': Nothing
  readonly 'owner.withdraw.payoutBeingSentNow': Nothing
  readonly 'owner.withdraw.payoutDeferred': { readonly id: Value; readonly reason: Value }
  readonly 'owner.withdraw.payoutProcessorAvailableSite': Nothing
  readonly 'owner.withdraw.payoutProcessorConfigured': Nothing
  readonly 'owner.withdraw.payoutProcessorNoLonger': Nothing
  readonly 'owner.withdraw.payoutStuck': { readonly coins: Value; readonly address: Value; readonly reason: Value; readonly id: Value }
  readonly 'owner.withdraw.payoutWasTriedReject': Nothing
  readonly 'owner.withdraw.payoutsOpen': { readonly count: number; readonly currency: Value; readonly processor: Value; readonly id: Value; readonly last: Value }
  readonly 'owner.withdraw.payoutsRepeated': { readonly count: number; readonly currency: Value; readonly processor: Value; readonly tries: Value; readonly id: Value; readonly last: Value }
  readonly 'owner.withdraw.payoutsStopped': { readonly name: Value; readonly halted: Value }
  readonly 'owner.withdraw.pricesDisagree': { readonly coin: Value }
  readonly 'owner.withdraw.rateAlreadyLow': Nothing
  readonly 'owner.withdraw.rateMustBetween0': Nothing
  readonly 'owner.withdraw.rateOutdatedClosed': { readonly currency: Value; readonly name: Value }
  readonly 'owner.withdraw.rateSourceChangedMeantime': Nothing
  readonly 'owner.withdraw.rateWaitingSecondAdmin': Nothing
  readonly 'owner.withdraw.refundedUser': Nothing
  readonly 'owner.withdraw.reviewWaiting': { readonly count: number }
  readonly 'owner.withdraw.secondAdminMustApprove': Nothing
  readonly 'owner.withdraw.sendingInterruptedResumesNext': Nothing
  readonly 'owner.withdraw.sentMomentAgo': Nothing
  readonly 'owner.withdraw.setRate': { readonly was: string; readonly name: Value; readonly rate: Value; readonly currency: Value; readonly instead: Value }
  readonly 'owner.withdraw.statusCheckedProvider': Nothing
  readonly 'owner.withdraw.stuck': { readonly reason: Value }
  readonly 'owner.withdraw.tieDestination': { readonly some: Value; readonly all: Value }
  readonly 'owner.withdraw.tieDevice': { readonly some: Value; readonly all: Value; readonly accounts: Value }
  readonly 'owner.withdraw.tieDomain': { readonly some: Value; readonly all: Value }
  readonly 'owner.withdraw.tieFingerprint': { readonly some: Value; readonly all: Value; readonly accounts: Value }
  readonly 'owner.withdraw.tieJoined': { readonly some: Value; readonly all: Value }
  readonly 'owner.withdraw.tieNetwork': { readonly some: Value; readonly all: Value; readonly accounts: Value }
  readonly 'owner.withdraw.tieReferrer': { readonly some: Value; readonly all: Value; readonly accounts: Value }
  readonly 'owner.withdraw.tieTiming': { readonly some: Value; readonly all: Value }
  readonly 'owner.withdraw.unknownWaiting': { readonly count: number }
  readonly 'owner.withdraw.waitForAdmin': { readonly count: number }
  readonly 'owner.withdraw.walletBalanceBelowApproved': { readonly name: Value }
  readonly 'owner.withdraw.walletLedgerDisagree': { readonly count: number; readonly name: Value }
  readonly 'owner.withdraw.walletNotCompared': { readonly name: Value; readonly error: Value }
  readonly 'owner.withdraw.wouldNotSend': { readonly reason: Value }
  readonly 'owner.withdraw.wouldSend': { readonly coins: Value; readonly address: Value }
  readonly 'owner.withdraw.wouldSendAs': { readonly coins: Value; readonly address: Value; readonly txId: Value }
  readonly 'owner.withdraw.wouldSendFor': { readonly coins: Value; readonly address: Value; readonly txId: Value; readonly fee: Value }
  readonly 'ownerLocked': Nothing
  readonly 'ownerLockedSkipped': { readonly count: number }
  readonly 'page.domainNameWasntFound': Nothing
  readonly 'page.needsJavaScript': { readonly site: Value }
  readonly 'page.noWebPageNo': Nothing
  readonly 'page.pageDoesntAllowEmbedding': Nothing
  readonly 'page.pageFullyEncryptedOnly': Nothing
  readonly 'page.serverCouldntReached': Nothing
  readonly 'page.serverDidntRespondTime': Nothing
  readonly 'page.serverDoesntAllowOther': Nothing
  readonly 'page.serverNoValidCertificate': Nothing
  readonly 'page.serverRespondedError': Nothing
  readonly 'page.serverSentUnreadableResponse': Nothing
  readonly 'page.urlLeadsPrivateNetwork': Nothing
  readonly 'page.urlRedirectsPageAdvertised': Nothing
  readonly 'page.urlRedirectsSiteUse': Nothing
  readonly 'page.urlRedirectsTooOften': Nothing
  readonly 'passkey.added': Nothing
  readonly 'passkey.expired': Nothing
  readonly 'passkey.known': Nothing
  readonly 'passkey.lastWay': Nothing
  readonly 'passkey.notFound': Nothing
  readonly 'passkey.refused': Nothing
  readonly 'passkey.removed': Nothing
  readonly 'passkey.renamed': Nothing
  readonly 'passkey.tooMany': { readonly most: Value }
  readonly 'payout.accountWalletTokenFrozen': Nothing
  readonly 'payout.addressContractNeedsToo': Nothing
  readonly 'payout.amountMoreDecimalsThan': Nothing
  readonly 'payout.amountTooSmallNetwork': Nothing
  readonly 'payout.anotherPayoutSameInvoice': Nothing
  readonly 'payout.answeredInvalidInvoice': { readonly host: Value }
  readonly 'payout.answeredInvalidUrl': { readonly host: Value }
  readonly 'payout.answeredInvoiceAnotherAmount': { readonly host: Value }
  readonly 'payout.contractRefusedPaymentNothing': Nothing
  readonly 'payout.contractTokenRefusesPay': Nothing
  readonly 'payout.coreLightningCouldntPay': Nothing
  readonly 'payout.doesntAnswerLightningService': { readonly host: Value }
  readonly 'payout.doesntKnowLightningAddress': { readonly host: Value; readonly name: Value }
  readonly 'payout.faucetpayDoesntAcceptAmount': Nothing
  readonly 'payout.faucetpayDoesntPayCurrency': Nothing
  readonly 'payout.faucetpayNoAccountEmail': Nothing
  readonly 'payout.faucetpayReachedRightNow': Nothing
  readonly 'payout.invoiceAnotherAmountRequest': Nothing
  readonly 'payout.invoiceExpired': Nothing
  readonly 'payout.invoiceExpiredBeforeCould': Nothing
  readonly 'payout.invoiceExpiredBeforeWay': Nothing
  readonly 'payout.invoiceValidMoreThan': Nothing
  readonly 'payout.issuerTokenFrozenAccount': Nothing
  readonly 'payout.lnbitsCouldntPay': Nothing
  readonly 'payout.lndFailed': { readonly reason: Value }
  readonly 'payout.lndFoundNoWay': Nothing
  readonly 'payout.lndFoundNoWayPayee': Nothing
  readonly 'payout.neitherLightningAddressNor': Nothing
  readonly 'payout.networkCarriedPaymentOut': { readonly json: Value }
  readonly 'payout.networkCarriedPaymentOutWithout': { readonly outcome: Value }
  readonly 'payout.noBlockTookPayment': Nothing
  readonly 'payout.noInvoiceStored': Nothing
  readonly 'payout.nodeDoesntRecognizeAddress': Nothing
  readonly 'payout.nodeReportsPaymentBut': Nothing
  readonly 'payout.nodeReportsPaymentMsat': { readonly msat: Value }
  readonly 'payout.payeeDoesntAcceptInvoice': Nothing
  readonly 'payout.requestWithdrawalNewOne': { readonly reason: Value }
  readonly 'payout.solanaWalletButProgram': Nothing
  readonly 'payout.statusFaucetpayKnownCheck': Nothing
  readonly 'payout.takesOnce': { readonly name: Value; readonly host: Value; readonly least: Value; readonly most: Value }
  readonly 'payout.tokenAccountWalletBelongs': Nothing
  readonly 'payout.tokenNamedNoAccount': Nothing
  readonly 'payout.tonAddress': Nothing
  readonly 'payout.walletButContract': Nothing
  readonly 'payout.walletButTokenItself': Nothing
  readonly 'payout.walletNeverUsedOpening': Nothing
  readonly 'payout.walletNewFirstPayment': { readonly least: Value }
  readonly 'payout.walletNoAccountYet': { readonly symbol: Value; readonly rent: Value }
  readonly 'payout.walletNoUsdtAccount': Nothing
  readonly 'payout.walletPays': Nothing
  readonly 'ptc.adAvailableCountryLevel': Nothing
  readonly 'ptc.adEndedChooseAnother': Nothing
  readonly 'ptc.adFound': Nothing
  readonly 'ptc.adPausedWhileWatching': Nothing
  readonly 'ptc.allRemainingViewsUse': Nothing
  readonly 'ptc.alreadyReportedAd': Nothing
  readonly 'ptc.alreadyViewedAdIts': { readonly wait: Value }
  readonly 'ptc.anotherAccountAlreadyPaid': Nothing
  readonly 'ptc.anotherAccountRecentlyPaid': Nothing
  readonly 'ptc.asksRewardAdBefore': Nothing
  readonly 'ptc.earnFromOwnAd': Nothing
  readonly 'ptc.keepWatchingAdEnds': { readonly wait: Value }
  readonly 'ptc.openAdBeforeReport': Nothing
  readonly 'ptc.thankReportSent': Nothing
  readonly 'ptc.userFound': Nothing
  readonly 'ptc.viewAlreadyEndedOpen': Nothing
  readonly 'ptc.viewEndedOpenAd': Nothing
  readonly 'ptc.viewExpiredOpenAd': Nothing
  readonly 'ptc.viewersAccountLocked': Nothing
  readonly 'ptc.viewersReported': { readonly count: number }
  readonly 'push.accepted': { readonly about: Value; readonly amount: Value }
  readonly 'push.chargedBack': { readonly amount: Value; readonly about: Value }
  readonly 'push.claimReady': Nothing
  readonly 'push.credited': { readonly amount: Value; readonly about: Value }
  readonly 'push.deviceNotFound': Nothing
  readonly 'push.endpointRefused': Nothing
  readonly 'push.newDevice': { readonly device: Value }
  readonly 'push.off': Nothing
  readonly 'push.on': Nothing
  readonly 'push.taskApproved': { readonly about: Value }
  readonly 'receivedUnits': { readonly units: number }
  readonly 'referral.accountLockedWhenCommission': Nothing
  readonly 'referral.referralUsesSameDevice': Nothing
  readonly 'referral.referralUsesSameDeviceAccount': Nothing
  readonly 'referral.referralUsesSameNetwork': Nothing
  readonly 'referral.someReferralsUseSame': Nothing
  readonly 'referral.someReferralsUseSameDevice': Nothing
  readonly 'referral.someReferralsUseSameNetwork': Nothing
  readonly 'removed': Nothing
  readonly 'request.addressRequestTooLong': Nothing
  readonly 'request.bannerSizeFound': Nothing
  readonly 'request.chooseUsernameFirst': Nothing
  readonly 'request.countryClosedEarn': Nothing
  readonly 'request.countryClosedWithdraw': Nothing
  readonly 'request.idempotencyKeyAlreadyUsed': Nothing
  readonly 'request.idempotencyKeyMust8': Nothing
  readonly 'request.invalidFormSendOne': { readonly field: Value }
  readonly 'request.invalidRequestBodyMust': Nothing
  readonly 'request.mostMb': { readonly what: string; readonly megabytes: Value }
  readonly 'request.mustSentMultipartForm': { readonly what: string }
  readonly 'request.notFound': Nothing
  readonly 'request.pageTooFar': { readonly rows: Value }
  readonly 'request.pleaseChooseFile': Nothing
  readonly 'request.pleaseChooseImage': Nothing
  readonly 'request.requestBodyMustJson': Nothing
  readonly 'request.requestContainsInvalidCharacters': Nothing
  readonly 'request.requestTooLarge': Nothing
  readonly 'request.requestTooManyFields': Nothing
  readonly 'request.siteTemporarilyUnavailableTry': Nothing
  readonly 'request.someFieldsInvalid': Nothing
  readonly 'request.somethingWentWrongPlease': { readonly requestId: Value }
  readonly 'request.staffMustUseTwo': Nothing
  readonly 'request.textFormattedUseFewer': Nothing
  readonly 'request.tooLargeSend': Nothing
  readonly 'request.tooManyRequestsTry': { readonly wait: Value }
  readonly 'request.tooManyUploadsProgress': Nothing
  readonly 'saved': Nothing
  readonly 'savedView.nameTaken': { readonly name: Value }
  readonly 'savedView.notFound': Nothing
  readonly 'savedView.removed': { readonly name: Value }
  readonly 'savedView.saved': { readonly name: Value }
  readonly 'savedView.tooMany': { readonly most: Value }
  readonly 'session.confirmIdentityContinue': Nothing
  readonly 'signal.acceptLanguageHeaderMissing': Nothing
  readonly 'signal.accountsSameBrowserFingerprint': { readonly alike: number; readonly net: Value }
  readonly 'signal.allClicksHitSame': Nothing
  readonly 'signal.alwaysClaimsSameDelay': Nothing
  readonly 'signal.automationToolDetectedPage': Nothing
  readonly 'signal.browserChallengeFailed': Nothing
  readonly 'signal.browserControlledWebdriver': Nothing
  readonly 'signal.browserFunctionsOverridden': Nothing
  readonly 'signal.browserReportsNoLanguages': Nothing
  readonly 'signal.captchaSolvedWhilePage': Nothing
  readonly 'signal.captchasAnsweredIncorrectlyLeft': Nothing
  readonly 'signal.chromeWithoutAnyOwn': Nothing
  readonly 'signal.chromeWithoutBrands': Nothing
  readonly 'signal.claimCameWithoutProof': Nothing
  readonly 'signal.claimsSame10Minute': { readonly together: number }
  readonly 'signal.claimsSameMinutesOther': { readonly together: number }
  readonly 'signal.claimsWithinSecondsTimer': Nothing
  readonly 'signal.clicksGeneratedScript': Nothing
  readonly 'signal.clientHintsReportDifferent': Nothing
  readonly 'signal.desktopBrowserWithoutGraphics': Nothing
  readonly 'signal.desktopChromeWithoutBuilt': Nothing
  readonly 'signal.deviceSharedAccounts': { readonly accounts: number }
  readonly 'signal.enteredCanaryCouponCode': Nothing
  readonly 'signal.filledHiddenField': Nothing
  readonly 'signal.headersReportTwoDifferent': Nothing
  readonly 'signal.headlessBrowser': Nothing
  readonly 'signal.interactionRecordCopied': Nothing
  readonly 'signal.linked': { readonly count: number; readonly mean: Value }
  readonly 'signal.medianCaptchaTimeBelow': { readonly seconds: number }
  readonly 'signal.mouseClickedWithoutEver': Nothing
  readonly 'signal.navigatorObjectModified': Nothing
  readonly 'signal.no5HourBreak': Nothing
  readonly 'signal.notificationPermissionsInconsistent': Nothing
  readonly 'signal.pageIframeReportDifferent': Nothing
  readonly 'signal.pageWorkerReportDifferent': Nothing
  readonly 'signal.phoneWithoutTouchScreen': Nothing
  readonly 'signal.plainChromiumAnotherProducts': Nothing
  readonly 'signal.postedDecoyUrlKnown': Nothing
  readonly 'signal.selectedHiddenImage': Nothing
  readonly 'signal.sentDecoyShortlinkSecret': Nothing
  readonly 'signal.sentForgedCaptchaOne': Nothing
  readonly 'signal.signedPageProofModified': Nothing
  readonly 'signal.softwareRenderingTypicalServer': Nothing
  readonly 'signal.submittedDecoySolutionOnly': Nothing
  readonly 'signal.timeZoneDoesntMatch': Nothing
  readonly 'signal.usedHostingVpnNetwork': { readonly net: Value }
  readonly 'signal.userAgentIdentifiesAutomated': Nothing
  readonly 'signal.windowLargerThanScreen': Nothing
  readonly 'signal.windowSizeZero': Nothing
  readonly 'signal.windowSmallerThanPage': Nothing
  readonly 'siteUnderMaintenance': Nothing
  readonly 'skipped': { readonly count: number }
  readonly 'storage.imagesTemporarilyUnavailableTry': Nothing
  readonly 'suspect.accountBreaksSitesRules': Nothing
  readonly 'suspect.accountLocked': { readonly reason: Value }
  readonly 'suspect.accountNoRestrictionsAppeal': Nothing
  readonly 'suspect.appealAlreadyReviewReply': Nothing
  readonly 'suspect.appealSentReview': Nothing
  readonly 'suspect.signsAbuseDetected': Nothing
  readonly 'suspect.unusualAccountActivityNeeds': Nothing
  readonly 'suspect.withdrawalsReviewedManually': { readonly reason: Value }
  readonly 'task.addImage': Nothing
  readonly 'task.addImages': { readonly images: number }
  readonly 'task.addMostMoreSlots': { readonly rest: number }
  readonly 'task.addSlotsRejectedTask': Nothing
  readonly 'task.allSlotsTaskTaken': Nothing
  readonly 'task.alreadyDoneTask': Nothing
  readonly 'task.alreadyRepliedDispute': Nothing
  readonly 'task.alreadyStartedTask': Nothing
  readonly 'task.alreadySubmittedProofTask': Nothing
  readonly 'task.answerNoLink': Nothing
  readonly 'task.backReviewQueue': { readonly undone: number }
  readonly 'task.cancelReservationOnlyBefore': Nothing
  readonly 'task.category.apps': Nothing
  readonly 'task.category.other': Nothing
  readonly 'task.category.search': Nothing
  readonly 'task.category.signUp': Nothing
  readonly 'task.category.social': Nothing
  readonly 'task.category.test': Nothing
  readonly 'task.category.write': Nothing
  readonly 'task.categoryAdded': Nothing
  readonly 'task.categoryFound': Nothing
  readonly 'task.categoryNameAlreadyExists': Nothing
  readonly 'task.categorySaved': Nothing
  readonly 'task.changeRequestAlreadyBeen': Nothing
  readonly 'task.changeRequestFound': Nothing
  readonly 'task.changesLive': Nothing
  readonly 'task.changesRejectedTaskOwner': Nothing
  readonly 'task.decideOwnDispute': Nothing
  readonly 'task.decided': { readonly status: string; readonly count: number }
  readonly 'task.decidedSkipped': { readonly count: number }
  readonly 'task.decisionFound': Nothing
  readonly 'task.disputeDeadlinePassed': Nothing
  readonly 'task.disputeDenialOnlyOnce': Nothing
  readonly 'task.disputeOpenedModeratorWill': Nothing
  readonly 'task.editRejectedTaskCreate': Nothing
  readonly 'task.enterReasonBothSides': Nothing
  readonly 'task.enterReasonTaskOwner': Nothing
  readonly 'task.feeChangedSinceTask': Nothing
  readonly 'task.fieldRequired': Nothing
  readonly 'task.imageFound': Nothing
  readonly 'task.imageNoLongerAvailable': Nothing
  readonly 'task.itsTooLateUndo': Nothing
  readonly 'task.minimumReward': { readonly name: Value; readonly least: Value }
  readonly 'task.moderatorWillReviewChanges': Nothing
  readonly 'task.needLevelCreateTasks': { readonly level: Value }
  readonly 'task.noChangesSave': Nothing
  readonly 'task.noDecisionMadeSubmissions': Nothing
  readonly 'task.notUndone': { readonly count: number }
  readonly 'task.oneSlotCosts': { readonly cost: Value }
  readonly 'task.onlyDeniedSubmissionsDisputed': Nothing
  readonly 'task.ownTask': Nothing
  readonly 'task.proofSubmittedTaskOwner': Nothing
  readonly 'task.reopenCompletedTaskAdd': Nothing
  readonly 'task.replySentModeratorWorker': Nothing
  readonly 'task.requestedRevisionWasntSubmitted': Nothing
  readonly 'task.requiredProofChangedReload': Nothing
  readonly 'task.reservationCanceled': Nothing
  readonly 'task.reviewOwnTask': Nothing
  readonly 'task.reviewed': { readonly count: number }
  readonly 'task.reviewedSkipped': { readonly count: number }
  readonly 'task.reviewedYetCloseTask': { readonly open: number }
  readonly 'task.selectCategory': Nothing
  readonly 'task.slotReserved': Nothing
  readonly 'task.slotsAdded': { readonly added: number; readonly cost: Value }
  readonly 'task.startTaskFirst': Nothing
  readonly 'task.startedTaskTimesWithout': { readonly times: number }
  readonly 'task.startedTooManyTasks': Nothing
  readonly 'task.submissionDisputedDisputeAlready': Nothing
  readonly 'task.submissionFound': Nothing
  readonly 'task.taskApproved': Nothing
  readonly 'task.taskAvailableCountry': Nothing
  readonly 'task.taskBeenRejected': Nothing
  readonly 'task.taskChanged': { readonly from: string; readonly to: string }
  readonly 'task.taskChangedReloadPage': Nothing
  readonly 'task.taskClosedNoLonger': Nothing
  readonly 'task.taskCompletedUnusedFunds': Nothing
  readonly 'task.taskCreatedNowReview': Nothing
  readonly 'task.taskCurrentlyPaused': Nothing
  readonly 'task.taskFound': Nothing
  readonly 'task.taskMustApprovedFirst': Nothing
  readonly 'task.taskNoLongerAccepts': Nothing
  readonly 'task.taskOwnerBlockedFrom': Nothing
  readonly 'task.taskOwnerUsesSame': Nothing
  readonly 'task.taskPaused': Nothing
  readonly 'task.taskPausedSiteTeam': Nothing
  readonly 'task.taskRejectedTaskOwner': Nothing
  readonly 'task.taskRequiresLevel': { readonly minLevel: Value }
  readonly 'task.timeLimitTaskPassed': Nothing
  readonly 'task.tooManyUnsentImages': Nothing
  readonly 'task.youDontHavePermission': Nothing
  readonly 'twoStep.enterAuthenticationCode': Nothing
  readonly 'twoStep.enterPassword': Nothing
  readonly 'twoStep.newRecoveryCodesGenerated': Nothing
  readonly 'twoStep.setupExpiredStartAgain': Nothing
  readonly 'twoStep.signInByProviderAgain': { readonly provider: Value }
  readonly 'twoStep.twoFactorAuthenticationAlready': Nothing
  readonly 'twoStep.twoFactorAuthenticationOff': Nothing
  readonly 'twoStep.twoFactorAuthenticationStore': Nothing
  readonly 'twoStep.verifyEmailAddressFirst': Nothing
  readonly 'ui.units': { readonly units: number; readonly shown: Value }
  readonly 'unsubscribe.account': Nothing
  readonly 'unsubscribe.ask': { readonly site: Value }
  readonly 'unsubscribe.button': Nothing
  readonly 'unsubscribe.dead': Nothing
  readonly 'unsubscribe.done': Nothing
  readonly 'unsubscribe.title': Nothing
  readonly 'user.accessibilityMode': Nothing
  readonly 'user.accountEmailAddressAlready': Nothing
  readonly 'user.choosePasswordDifferentFrom': Nothing
  readonly 'user.commonPassword': Nothing
  readonly 'user.disposableEmailAddressesArent': Nothing
  readonly 'user.emailAddressAlreadyVerified': Nothing
  readonly 'user.emailSentCheckSpam': Nothing
  readonly 'user.enterCurrentPassword': Nothing
  readonly 'user.exportLimitedRowsChoose': { readonly rows: Value }
  readonly 'user.imageCaptchas': Nothing
  readonly 'user.on': { readonly browser: Value; readonly system: Value }
  readonly 'user.passwordChangedBeenSigned': Nothing
  readonly 'user.savedOpenLinkSent': { readonly email: Value }
  readonly 'user.sessionAlreadyEnded': Nothing
  readonly 'user.sessionEnded': Nothing
  readonly 'user.setPasswordBeforeChange': Nothing
  readonly 'user.simpleImages': Nothing
  readonly 'user.siteOpenTooMany': Nothing
  readonly 'user.tooManyRepeatedSequential': Nothing
  readonly 'user.tooSimilarUsernameEmail': Nothing
  readonly 'user.turnOffTwoFactor': Nothing
  readonly 'user.unknownDevice': Nothing
  readonly 'user.unknownTimeZone': Nothing
  readonly 'user.useThreeFourUnrelated': { readonly why: Value }
  readonly 'user.wrongCurrentPassword': Nothing
  readonly 'validation.above': { readonly minimum: Value }
  readonly 'validation.adListedTwice': Nothing
  readonly 'validation.amountToMove': Nothing
  readonly 'validation.atLeast': { readonly minimum: Value }
  readonly 'validation.atMost': { readonly maximum: Value }
  readonly 'validation.changeOne': Nothing
  readonly 'validation.characters': Nothing
  readonly 'validation.country': Nothing
  readonly 'validation.date': Nothing
  readonly 'validation.dateTime': Nothing
  readonly 'validation.depositListedTwice': Nothing
  readonly 'validation.email': Nothing
  readonly 'validation.explorer': { readonly placeholder: Value; readonly example: Value }
  readonly 'validation.format': Nothing
  readonly 'validation.imagesMax': { readonly most: number }
  readonly 'validation.invalid': Nothing
  readonly 'validation.keysMax': { readonly most: Value }
  readonly 'validation.listLong': { readonly maximum: Value }
  readonly 'validation.listShort': { readonly minimum: Value }
  readonly 'validation.lockEnd': Nothing
  readonly 'validation.login': Nothing
  readonly 'validation.maximumBelowMinimum': Nothing
  readonly 'validation.oneOf': { readonly count: number; readonly values: Value }
  readonly 'validation.passwordForEmail': Nothing
  readonly 'validation.rateAboveZero': Nothing
  readonly 'validation.reasonForAdvertiser': Nothing
  readonly 'validation.reasonForOwners': Nothing
  readonly 'validation.required': Nothing
  readonly 'validation.textLong': { readonly maximum: number }
  readonly 'validation.textShort': { readonly minimum: number }
  readonly 'validation.type': { readonly type: string }
  readonly 'validation.unknownFields': Nothing
  readonly 'webhook.adminsOnly': Nothing
  readonly 'webhook.changed': Nothing
  readonly 'webhook.created': Nothing
  readonly 'webhook.deleted': Nothing
  readonly 'webhook.eventNotOffered': Nothing
  readonly 'webhook.messageNotFound': Nothing
  readonly 'webhook.notFound': Nothing
  readonly 'webhook.queued': Nothing
  readonly 'webhook.rotated': Nothing
  readonly 'webhook.tooMany': { readonly most: Value }
  readonly 'webhook.turnOnFirst': Nothing
  readonly 'webhook.urlRefused': Nothing
  readonly 'withdraw.3244Characters': Nothing
  readonly 'withdraw.accountLockedWithdrawalNeeds': Nothing
  readonly 'withdraw.accountOwes': { readonly debt: Value }
  readonly 'withdraw.accountsWithdrawalsReviewedManually': Nothing
  readonly 'withdraw.addressDeleted': Nothing
  readonly 'withdraw.addressFound': Nothing
  readonly 'withdraw.addressOf': { readonly currency: Value }
  readonly 'withdraw.addressSaved': Nothing
  readonly 'withdraw.allWithdrawalsReviewedManually': Nothing
  readonly 'withdraw.amountTooSmallCurrency': Nothing
  readonly 'withdraw.anotherAccountUsesAddress': Nothing
  readonly 'withdraw.anotherInvoiceAlreadySent': Nothing
  readonly 'withdraw.approvedQueuedPayment': Nothing
  readonly 'withdraw.contractRejectedEarlierPayout': Nothing
  readonly 'withdraw.dayLimitLeft': { readonly max: Value; readonly left: Value }
  readonly 'withdraw.dayLimitReached': { readonly max: Value }
  readonly 'withdraw.enterInvoiceExpiresWithin': { readonly days: Value }
  readonly 'withdraw.faucetpayAccount': Nothing
  readonly 'withdraw.faucetpayAccountCheckedYet': Nothing
  readonly 'withdraw.faucetpayEmailUsernameLinked': Nothing
  readonly 'withdraw.firstWithdrawalReviewed': Nothing
  readonly 'withdraw.heldBecauseAccountWent': Nothing
  readonly 'withdraw.insufficientBalance': Nothing
  readonly 'withdraw.invalid': { readonly destinationName: Value; readonly destinationHint: Value }
  readonly 'withdraw.invalidAddress': { readonly destinationHint: Value }
  readonly 'withdraw.invalidInvoice': Nothing
  readonly 'withdraw.invoiceAlreadyUsedEnter': Nothing
  readonly 'withdraw.invoiceExpiresTooSoon': Nothing
  readonly 'withdraw.invoiceMustExactly': { readonly msat: Value }
  readonly 'withdraw.invoiceOtherAmount': { readonly amount: Value; readonly most: Value }
  readonly 'withdraw.invoicePaidOnceSaved': Nothing
  readonly 'withdraw.invoiceWithoutAmount': { readonly most: Value }
  readonly 'withdraw.lightningAddressInvoice': Nothing
  readonly 'withdraw.lightningAddressSuchName': Nothing
  readonly 'withdraw.methodAvailableSite': Nothing
  readonly 'withdraw.methodCurrentlyDisabled': Nothing
  readonly 'withdraw.methodCurrentlyUnavailable': Nothing
  readonly 'withdraw.methodTakesNoScanned': Nothing
  readonly 'withdraw.minimumUntilOffersAds': { readonly minimum: Value }
  readonly 'withdraw.newAddressWaits': { readonly until: Value }
  readonly 'withdraw.payoutStartInvoiceExpires': { readonly at: Value; readonly minutes: Value }
  readonly 'withdraw.payoutsMethodSentManually': Nothing
  readonly 'withdraw.qrCodeExpiredShow': Nothing
  readonly 'withdraw.rateCurrencyAvailableYet': Nothing
  readonly 'withdraw.rateCurrencyChangingQuickly': Nothing
  readonly 'withdraw.rateCurrencyOutdatedTry': Nothing
  readonly 'withdraw.rateMoved': { readonly coins: Value }
  readonly 'withdraw.saveMostAddressesDelete': { readonly most: number }
  readonly 'withdraw.siteReachedDailyLimit': Nothing
  readonly 'withdraw.solanaWalletAddress32': Nothing
  readonly 'withdraw.starts0x42Characters': Nothing
  readonly 'withdraw.startsBc113': Nothing
  readonly 'withdraw.startsBitcoincashThenQ': Nothing
  readonly 'withdraw.startsD': Nothing
  readonly 'withdraw.startsLtc1LM': Nothing
  readonly 'withdraw.startsRExchangesUse': Nothing
  readonly 'withdraw.startsT34Characters': Nothing
  readonly 'withdraw.startsUqEq48': Nothing
  readonly 'withdraw.startsX': Nothing
  readonly 'withdraw.tryAgainLater': { readonly reason: Value }
  readonly 'withdraw.unknownOutcome': Nothing
  readonly 'withdraw.willReviewedBeforePayment': Nothing
  readonly 'withdraw.withdrawalAddressSharedAccounts': { readonly accounts: number }
  readonly 'withdraw.withdrawalFound': Nothing
  readonly 'withdraw.withdrawalMethodFound': Nothing
  readonly 'withdraw.withdrawalRequested': { readonly amount: Value }
  readonly 'withdraw.withdrawalsAboveReviewedManually': { readonly autoMax: Value }
}
