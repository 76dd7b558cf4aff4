#include "sourdine/base/fold_name.h"

#include <gtest/gtest.h>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

TEST(FoldName, CaseAndAccentsDoNotMatter) {
  EXPECT_EQ(fold_name("BESANÇON"), "besancon");
  EXPECT_EQ(fold_name("besançon"), "besancon");
  EXPECT_EQ(fold_name("Besanc\u0327on"), "besancon");  // c and a combining cedilla
  EXPECT_EQ(fold_name("ÀÂÄÉÈÊËÎÏÔÖÙÛÜŸÇÑ"), "aaaeeeeiioouuuycn");
  EXPECT_EQ(fold_name("àâäéèêëîïôöùûüÿçñ"), "aaaeeeeiioouuuycn");
  EXPECT_EQ(fold_name("Łódź Đà Nẵng Ș Ț Škofja ĞİŞı"), "lodz da nang s t skofja gisi");
}

TEST(FoldName, LigaturesAreTakenApart) {
  EXPECT_EQ(fold_name("Vœuilly"), "voeuilly");
  EXPECT_EQ(fold_name("ŒUF, Æthelred, ætt, Straße, STRAẞE, þing"), "oeuf, aethelred, aett, strasse, strasse, thing");
  EXPECT_EQ(fold_name("\uFB01n"), "fin");
}

TEST(FoldName, SpacesHyphensAndApostrophesAreOneSpace) {
  for (const char* name : {"L'Isle-sur-le-Doubs", "l’isle sur le doubs", "  L Isle--sur - le_Doubs ",
                           "L\u2018Isle\u2011sur\u00A0le\u2013Doubs", "L.Isle sur\tle Doubs."}) {
    EXPECT_EQ(fold_name(name), "l isle sur le doubs") << name;
  }
  EXPECT_EQ(fold_name("\uFEFFBe\u00ADsan\u200Bçon"), "besancon");
  EXPECT_EQ(fold_name(" - "), "");
  EXPECT_EQ(fold_name(""), "");
}

TEST(FoldName, SaintsAreWrittenInFull) {
  for (const char* name : {"Saint-Vit", "St Vit", "ST-VIT", "st. vit"}) EXPECT_EQ(fold_name(name), "saint vit") << name;
  EXPECT_EQ(fold_name("Ste-Suzanne"), "sainte suzanne");
  EXPECT_EQ(fold_name("Mont-St"), "mont saint");
  EXPECT_EQ(fold_name("Stains"), "stains");
  EXPECT_EQ(fold_name("Brest"), "brest");
}

TEST(FoldName, OtherCharactersStay) {
  EXPECT_EQ(fold_name("25056"), "25056");
  EXPECT_EQ(fold_name("Москва 東京 (2e)"), "Москва 東京 (2e)");
}

TEST(FoldName, BytesThatAreNotUtf8CountAsWindows1252) {
  EXPECT_EQ(fold_name("Besan\xE7on"), "besancon");
  EXPECT_EQ(fold_name("V\x9Cuilly l\x92\xC9toile"), "voeuilly l etoile");
}

TEST(FoldName, FoldingAKeyGivesTheKey) {
  for (const char* name :
       {"St-Étienne", "L’Œuf", "Besan\xE7on", "Łódź", "a\xFF\xFE", "\xC3", "ste", "\xC2\xA0x\xCC\x81"}) {
    const std::string key = fold_name(name);
    EXPECT_EQ(fold_name(key), key) << name;
  }
}

}  // namespace
}  // namespace sourdine
